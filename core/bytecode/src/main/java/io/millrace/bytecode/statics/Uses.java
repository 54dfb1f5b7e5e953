package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceValue;

/** The uses of objects in one method. Used by one scan. */
final class Uses {

    /** Says what a call does to an object. */
    interface Calls {

        /**
         * Whether the call only reads the object.
         *
         * @param argument the argument's index, from 0; -1 for the object whose method is called
         * @param sources all instructions that the value may come from
         */
        boolean onlyLooks(MethodInsnNode call, int argument, Set<AbstractInsnNode> sources)
                throws UnreadableException;

        /** Whether objects stay unchanged when strings or hashes are computed from them. */
        boolean onlyTells() throws UnreadableException;
    }

    /** Bootstrap methods that convert objects to text, compare them, or determine their class. */
    private static final Set<String> TELLING =
            Set.of(
                    "java/lang/invoke/StringConcatFactory",
                    "java/lang/runtime/ObjectMethods",
                    "java/lang/runtime/SwitchBootstraps");

    private final InsnList instructions;
    private final AbstractInsnNode[] code;
    private final @Nullable Frame<SourceValue>[] frames;
    private final Origins origins;

    private Uses(InsnList instructions, @Nullable Frame<SourceValue>[] frames, Origins origins) {
        this.instructions = instructions;
        this.code = instructions.toArray();
        this.frames = frames;
        this.origins = origins;
    }

    static Uses in(Reach.Method method) throws UnreadableException {
        try {
            Origins origins = new Origins();
            return new Uses(
                    method.node().instructions,
                    new Analyzer<>(origins).analyze(method.type().name, method.node()),
                    origins);
        } catch (AnalyzerException | RuntimeException e) {
            throw new UnreadableException(method + " could not be analysed: " + e.getMessage());
        }
    }

    /** Whether there is such an instruction. */
    boolean has(Predicate<AbstractInsnNode> wanted) {
        return Arrays.stream(code).anyMatch(wanted);
    }

    /** The instruction that stands for the parameter in that local variable. */
    @Nullable AbstractInsnNode parameter(int local) {
        return origins.parameter(local);
    }

    /**
     * Whether the method only reads the value that comes from {@code origin}.
     *
     * @param returns whether the method may return it, because callers are checked as well
     */
    boolean onlyLooks(AbstractInsnNode origin, boolean returns, Calls calls)
            throws UnreadableException {
        for (int i = 0; i < code.length; i++) {
            Frame<SourceValue> frame = frames[i];
            boolean allowed = returns && code[i].getOpcode() == Opcodes.ARETURN;
            if (frame != null && !allowed && changes(code[i], frame, origin, calls)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The instructions that a value on the stack may come from, just before an instruction.
     *
     * @param below number of values above it
     */
    Set<AbstractInsnNode> sources(AbstractInsnNode at, int below) {
        Frame<SourceValue> frame = frames[instructions.indexOf(at)];
        return frame == null ? Set.of() : top(frame, below).insns;
    }

    private static SourceValue top(Frame<SourceValue> frame, int below) {
        return frame.getStack(frame.getStackSize() - 1 - below);
    }

    private static boolean has(Frame<SourceValue> frame, int below, AbstractInsnNode origin) {
        return top(frame, below).insns.contains(origin);
    }

    private static boolean changes(
            AbstractInsnNode at, Frame<SourceValue> frame, AbstractInsnNode origin, Calls calls)
            throws UnreadableException {
        return switch (at.getOpcode()) {
            case Opcodes.IASTORE,
                    Opcodes.LASTORE,
                    Opcodes.FASTORE,
                    Opcodes.DASTORE,
                    Opcodes.BASTORE,
                    Opcodes.CASTORE,
                    Opcodes.SASTORE ->
                    has(frame, 2, origin);
            case Opcodes.AASTORE -> has(frame, 2, origin) || has(frame, 0, origin);
            case Opcodes.ARETURN, Opcodes.ATHROW, Opcodes.PUTSTATIC -> has(frame, 0, origin);
            case Opcodes.PUTFIELD -> has(frame, 0, origin) || has(frame, 1, origin);
            case Opcodes.INVOKEDYNAMIC -> {
                InvokeDynamicInsnNode call = (InvokeDynamicInsnNode) at;
                yield given(frame, Type.getArgumentTypes(call.desc).length, origin)
                        && !(TELLING.contains(call.bsm.getOwner()) && calls.onlyTells());
            }
            case Opcodes.INVOKEVIRTUAL,
                    Opcodes.INVOKEINTERFACE,
                    Opcodes.INVOKESPECIAL,
                    Opcodes.INVOKESTATIC ->
                    called((MethodInsnNode) at, frame, origin, calls);
            default -> false;
        };
    }

    private static boolean called(
            MethodInsnNode call, Frame<SourceValue> frame, AbstractInsnNode origin, Calls calls)
            throws UnreadableException {
        Type[] arguments = Type.getArgumentTypes(call.desc);
        int first = call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : -1;
        for (int i = first; i < arguments.length; i++) {
            boolean constant = i >= 0 && ConstantTypes.contains(arguments[i]);
            if (!constant
                    && has(frame, arguments.length - 1 - i, origin)
                    && !calls.onlyLooks(call, i, top(frame, arguments.length - 1 - i).insns)) {
                return true;
            }
        }
        return false;
    }

    private static boolean given(Frame<SourceValue> frame, int arguments, AbstractInsnNode origin) {
        for (int i = 0; i < arguments; i++) {
            if (has(frame, i, origin)) {
                return true;
            }
        }
        return false;
    }
}
