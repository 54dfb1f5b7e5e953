package io.millrace.hadoop.statics;

import io.millrace.hadoop.statics.ClassFiles.UnreadableException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What becomes of objects in calls: those of the job's own methods are followed, those of the JDK,
 * of Hadoop and of libraries go by their names. Used by one scan.
 */
final class CalledMethods implements Uses.Calls {

    private final ClassFiles files;
    private final Reach reach;
    private final Map<Reach.Method, Uses> uses = new HashMap<>();
    private final Map<Parameter, Boolean> known = new HashMap<>();

    private record Parameter(Reach.Method method, int argument) {}

    CalledMethods(ClassFiles files, Reach reach) {
        this.files = files;
        this.reach = reach;
    }

    /** What that method does; looked at once. */
    Uses in(Reach.Method method) throws UnreadableException {
        Uses found = uses.get(method);
        if (found == null) {
            found = Uses.in(method);
            uses.put(method, found);
        }
        return found;
    }

    @Override
    public boolean onlyLooks(MethodInsnNode call, int argument) throws UnreadableException {
        // Also what a class of the job's own inherits from others.
        if (files.declaring(call.owner, call.name, call.desc) == null) {
            return argument < 0
                    ? ConstantTypes.contains(call.owner)
                            || ReadingCalls.looks(call.owner, call.name)
                    : ReadingCalls.takes(call.owner, call.name);
        }
        List<Reach.Method> targets = targets(call);
        for (Reach.Method target : targets) {
            if (!onlyLooks(target, argument)) {
                return false;
            }
        }
        return !targets.isEmpty();
    }

    private List<Reach.Method> targets(MethodInsnNode call) throws UnreadableException {
        if (call.getOpcode() == Opcodes.INVOKEVIRTUAL
                || call.getOpcode() == Opcodes.INVOKEINTERFACE) {
            return reach.targets(call.name, call.desc);
        }
        ClassNode type = files.declaring(call.owner, call.name, call.desc);
        MethodNode node = type == null ? null : ClassFiles.method(type, call.name, call.desc);
        return type == null || node == null ? List.of() : List.of(new Reach.Method(type, node));
    }

    private boolean onlyLooks(Reach.Method method, int argument) throws UnreadableException {
        if ((method.node().access & Opcodes.ACC_NATIVE) != 0) {
            return false;
        }
        Parameter parameter = new Parameter(method, argument);
        Boolean answer = known.get(parameter);
        if (answer == null) {
            known.put(parameter, true); // while it is asked: calls in a circle add nothing
            AbstractInsnNode origin = in(method).parameter(local(method.node(), argument));
            answer = origin == null || in(method).onlyLooks(origin, this);
            if (!answer) {
                known.values().removeIf(looks -> looks); // they may have relied on this one
            }
            known.put(parameter, answer);
        }
        return answer;
    }

    /** The local variable that an argument comes in. */
    private static int local(MethodNode method, int argument) {
        int local = (method.access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
        if (argument < 0) {
            return 0;
        }
        Type[] arguments = Type.getArgumentTypes(method.desc);
        for (int i = 0; i < argument; i++) {
            local += arguments[i].getSize();
        }
        return local;
    }

    /** The static that a method does nothing but return, or null. Compilers make such methods. */
    @Nullable FieldInsnNode got(MethodInsnNode call) throws UnreadableException {
        if (call.getOpcode() != Opcodes.INVOKESTATIC) {
            return null;
        }
        List<Reach.Method> targets = targets(call);
        return targets.isEmpty() ? null : got(targets.get(0));
    }

    static @Nullable FieldInsnNode got(Reach.Method method) {
        AbstractInsnNode first = code(method.node().instructions.getFirst());
        AbstractInsnNode second = first == null ? null : code(first.getNext());
        return first instanceof FieldInsnNode read
                        && read.getOpcode() == Opcodes.GETSTATIC
                        && second != null
                        && second.getOpcode() == Opcodes.ARETURN
                ? read
                : null;
    }

    /** The next instruction that is one, and no label. */
    private static @Nullable AbstractInsnNode code(@Nullable AbstractInsnNode at) {
        AbstractInsnNode next = at;
        while (next != null && next.getOpcode() < 0) {
            next = next.getNext();
        }
        return next;
    }
}
