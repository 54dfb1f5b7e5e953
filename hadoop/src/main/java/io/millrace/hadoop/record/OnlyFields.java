package io.millrace.hadoop.record;

import java.io.DataInput;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * Follows the input through {@code readFields} and says whether all that is done with it is to read
 * fields. Hadoop gives a stream there, and code may rely on that: it may cast the input, or ask
 * whether it is one and how much of it is left. Such a class gets its stream.
 */
final class OnlyFields extends BasicInterpreter {

    private static final String READ_FIELDS = "readFields";
    private static final Type INPUT = Type.getType(DataInput.class);
    private static final String DESCRIPTOR = Type.getMethodDescriptor(Type.VOID_TYPE, INPUT);

    /** Methods of the input that read a field. */
    private static final Pattern FIELD = Pattern.compile("skipBytes|read(?!Line).+");

    /** Whose static methods read fields of the input that they are given, and no more. */
    private static final Set<String> READERS =
            Set.of(Type.getInternalName(WritableUtils.class), Type.getInternalName(Text.class));

    private static final ClassValue<Boolean> KNOWN =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return follow(type);
                }
            };

    private final BasicValue input = new BasicValue(INPUT);

    private OnlyFields() {
        super(Opcodes.ASM9);
    }

    /** Whether objects of exactly this class read nothing but fields. */
    static boolean reads(Class<?> type) {
        return Writable.class.isAssignableFrom(type) && KNOWN.get(type);
    }

    private static boolean follow(Class<?> type) {
        try {
            Class<?> declaring = type.getMethod(READ_FIELDS, DataInput.class).getDeclaringClass();
            ClassNode code = code(declaring);
            for (MethodNode method : code.methods) {
                if (method.name.equals(READ_FIELDS)
                        && method.desc.equals(DESCRIPTOR)
                        && method.instructions.size() > 0) {
                    new Analyzer<>(new OnlyFields()).analyze(code.name, method);
                    return true;
                }
            }
            return false;
        } catch (IOException
                | ReflectiveOperationException
                | RuntimeException
                | LinkageError
                | AnalyzerException e) {
            // Of code that cannot be found or followed, nothing is known.
            return false;
        }
    }

    private static ClassNode code(Class<?> type) throws IOException, ClassNotFoundException {
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            if (in == null) {
                throw new ClassNotFoundException(type.getName());
            }
            ClassNode node = new ClassNode();
            new ClassReader(in).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return node;
        }
    }

    @Override
    public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
        return type.equals(INPUT) ? input : super.newParameterValue(isInstanceMethod, local, type);
    }

    @Override
    public BasicValue copyOperation(AbstractInsnNode instruction, BasicValue value)
            throws AnalyzerException {
        if (instruction.getOpcode() == Opcodes.ALOAD) {
            return value;
        }
        return super.copyOperation(instruction, unlessInput(instruction, value));
    }

    @Override
    public @Nullable BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value)
            throws AnalyzerException {
        return super.unaryOperation(instruction, unlessInput(instruction, value));
    }

    @Override
    public @Nullable BasicValue binaryOperation(
            AbstractInsnNode instruction, BasicValue one, BasicValue other)
            throws AnalyzerException {
        return super.binaryOperation(
                instruction, unlessInput(instruction, one), unlessInput(instruction, other));
    }

    @Override
    public @Nullable BasicValue ternaryOperation(
            AbstractInsnNode instruction, BasicValue one, BasicValue two, BasicValue three)
            throws AnalyzerException {
        return super.ternaryOperation(instruction, one, two, unlessInput(instruction, three));
    }

    @Override
    public @Nullable BasicValue naryOperation(
            AbstractInsnNode instruction, List<? extends BasicValue> values)
            throws AnalyzerException {
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) == input && !readsFields(instruction, i)) {
                throw more(instruction);
            }
        }
        return super.naryOperation(instruction, values);
    }

    private static boolean readsFields(AbstractInsnNode instruction, int argument) {
        if (!(instruction instanceof MethodInsnNode call)) {
            return false;
        }
        // Compilers call methods of Object, such as getClass, by the interface as well.
        return call.getOpcode() == Opcodes.INVOKEINTERFACE
                ? argument == 0
                        && call.owner.equals(INPUT.getInternalName())
                        && FIELD.matcher(call.name).matches()
                : call.getOpcode() == Opcodes.INVOKESTATIC && READERS.contains(call.owner);
    }

    @Override
    public BasicValue merge(BasicValue one, BasicValue other) {
        if ((one == input) != (other == input)) {
            throw new IllegalStateException("the input may be one of two objects");
        }
        return one == input ? one : super.merge(one, other);
    }

    private BasicValue unlessInput(AbstractInsnNode instruction, BasicValue value)
            throws AnalyzerException {
        if (value == input) {
            throw more(instruction);
        }
        return value;
    }

    private static AnalyzerException more(AbstractInsnNode instruction) {
        return new AnalyzerException(instruction, "the input is used for more than fields");
    }
}
