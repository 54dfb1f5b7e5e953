package io.millrace.bytecode.flow;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * Follows a stream through a method, and through the methods that it is passed to if these are
 * known: static ones, those of a superclass, and those of objects whose class is known. Fails with
 * an error if the stream is used for more than reading or writing fields.
 */
final class StreamFlow extends KnownObjects {

    /** Classes whose static methods only read or write fields of the stream they are given. */
    private static final Set<String> TRUSTED =
            Set.of(Type.getInternalName(WritableUtils.class), Type.getInternalName(Text.class));

    /** Code that passes its stream to more methods is not followed. */
    private static final int MOST_METHODS = 64;

    private final StreamKind kind;
    private final ClassCode code;
    private final @Nullable Class<?> self;
    private final Set<Integer> streams;
    private final Set<String> followed;
    private final BasicValue stream;

    /**
     * A method.
     *
     * @param self the exact class of the object whose method it is, if known
     * @param streams the variables that hold the stream at the start
     * @param followed methods that need not be followed again: if one of them does more with a
     *     stream, the whole result is negative
     */
    private StreamFlow(
            StreamKind kind,
            ClassCode code,
            @Nullable Class<?> self,
            Set<Integer> streams,
            Set<String> followed) {
        super(code.type().getClassLoader());
        this.kind = kind;
        this.code = code;
        this.self = self;
        this.streams = streams;
        this.followed = followed;
        stream = new BasicValue(Type.getType(kind.type()));
    }

    /**
     * Whether objects of exactly that class, in a method with only a stream as parameter, do no
     * more with it than read or write its fields.
     */
    static boolean isOfFields(Class<?> type, String method, StreamKind kind) {
        try {
            ClassCode code = ClassCode.of(type, method, kind.descriptor());
            new StreamFlow(kind, code, type, Set.of(1), new HashSet<>()).follow();
            return true;
        } catch (IOException
                | ReflectiveOperationException
                | RuntimeException
                | LinkageError
                | AnalyzerException e) {
            // Nothing is known about code that cannot be found or followed.
            return false;
        }
    }

    private void follow() throws AnalyzerException {
        String name = Type.getInternalName(code.type());
        if (!followed.add(name + code.method().name + code.method().desc + streams + self)) {
            return;
        }
        if (code.isWithoutCode() || followed.size() > MOST_METHODS) {
            throw new AnalyzerException(null, "a method without code, or too many methods");
        }
        new Analyzer<>(this).analyze(name, code.method());
    }

    @Override
    public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
        if (streams.contains(local)) {
            return stream;
        }
        return isInstanceMethod && local == 0 && self != null
                ? new Known(self)
                : super.newParameterValue(isInstanceMethod, local, type);
    }

    @Override
    public BasicValue copyOperation(AbstractInsnNode instruction, BasicValue value)
            throws AnalyzerException {
        if (instruction.getOpcode() == Opcodes.ALOAD) {
            return value;
        }
        return super.copyOperation(instruction, unlessStream(instruction, value));
    }

    @Override
    public @Nullable BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value)
            throws AnalyzerException {
        unlessStream(instruction, value);
        if (instruction.getOpcode() == Opcodes.GETFIELD) {
            Class<?> held = held((FieldInsnNode) instruction);
            if (held != null) {
                return new Known(held);
            }
        }
        return super.unaryOperation(instruction, value);
    }

    /** The class of the objects in a field, if known. */
    private @Nullable Class<?> held(FieldInsnNode field) throws AnalyzerException {
        if (!field.desc.startsWith("L")) {
            return null;
        }
        try {
            return KnownFields.of(named(field, field.owner), field.name);
        } catch (IOException | ReflectiveOperationException e) {
            return null;
        }
    }

    @Override
    public @Nullable BasicValue binaryOperation(
            AbstractInsnNode instruction, BasicValue one, BasicValue other)
            throws AnalyzerException {
        return super.binaryOperation(
                instruction, unlessStream(instruction, one), unlessStream(instruction, other));
    }

    @Override
    public @Nullable BasicValue ternaryOperation(
            AbstractInsnNode instruction, BasicValue one, BasicValue two, BasicValue three)
            throws AnalyzerException {
        return super.ternaryOperation(instruction, one, two, unlessStream(instruction, three));
    }

    @Override
    public @Nullable BasicValue naryOperation(
            AbstractInsnNode instruction, List<? extends BasicValue> values)
            throws AnalyzerException {
        if (values.contains(stream)) {
            if (!(instruction instanceof MethodInsnNode call)) {
                throw giveUp(instruction);
            }
            handOn(call, values);
        }
        return super.naryOperation(instruction, values);
    }

    private void handOn(MethodInsnNode call, List<? extends BasicValue> values)
            throws AnalyzerException {
        boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        if (!isStatic && values.get(0) == stream) {
            if (!kind.isField(call) || values.lastIndexOf(stream) > 0) {
                throw giveUp(call);
            }
        } else if (!isStatic || !TRUSTED.contains(call.owner)) {
            Class<?> receiver =
                    !isStatic && values.get(0) instanceof Known known ? known.type : null;
            new StreamFlow(kind, callee(call, receiver), receiver, variables(values), followed)
                    .follow();
        }
    }

    /** The variables of the called method that hold the stream, for these arguments. */
    private Set<Integer> variables(List<? extends BasicValue> values) {
        Set<Integer> variables = new HashSet<>();
        int variable = 0;
        for (BasicValue value : values) {
            if (value == stream) {
                variables.add(variable);
            }
            variable += value.getSize();
        }
        return variables;
    }

    /** The target method of a call, if it is certain. */
    private ClassCode callee(MethodInsnNode call, @Nullable Class<?> receiver)
            throws AnalyzerException {
        try {
            if (call.getOpcode() == Opcodes.INVOKEINTERFACE) {
                return overriding(call, receiver);
            }
            ClassCode named = ClassCode.of(named(call, call.owner), call.name, call.desc);
            if (call.getOpcode() != Opcodes.INVOKEVIRTUAL || named.isPrivate()) {
                return named;
            }
            ClassCode found = overriding(call, receiver);
            if (found.type() != named.type() && !named.isForAll()) {
                throw giveUp(call);
            }
            return found;
        } catch (IOException | ReflectiveOperationException e) {
            throw new AnalyzerException(call, "a method that cannot be found", e);
        }
    }

    private ClassCode overriding(MethodInsnNode call, @Nullable Class<?> receiver)
            throws AnalyzerException, IOException, ReflectiveOperationException {
        if (receiver == null) {
            throw giveUp(call);
        }
        return ClassCode.of(receiver, call.name, call.desc);
    }

    @Override
    public BasicValue merge(BasicValue one, BasicValue other) {
        if ((one == stream) != (other == stream)) {
            throw new IllegalStateException("the stream may be one of two objects");
        }
        return one == stream ? one : super.merge(one, other);
    }

    private BasicValue unlessStream(AbstractInsnNode instruction, BasicValue value)
            throws AnalyzerException {
        if (value == stream) {
            throw giveUp(instruction);
        }
        return value;
    }

    private static AnalyzerException giveUp(AbstractInsnNode instruction) {
        return new AnalyzerException(instruction, "the stream is used for more than fields");
    }
}
