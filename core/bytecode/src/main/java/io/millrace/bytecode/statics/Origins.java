package io.millrace.bytecode.statics;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Follows values through a method (through variables, casts, fields, array elements and results of
 * calls on an object) back to the instruction that created them, or to the method's parameter. A
 * value obtained from an object belongs to that object, unless its type is immutable.
 */
final class Origins extends SourceInterpreter {

    private final Map<Integer, AbstractInsnNode> parameters = new HashMap<>();

    Origins() {
        super(Opcodes.ASM9);
    }

    /** The instruction that stands for the parameter (or {@code this}) in that local variable. */
    @Nullable AbstractInsnNode parameter(int local) {
        return parameters.get(local);
    }

    @Override
    public SourceValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
        return new SourceValue(
                type.getSize(), parameters.computeIfAbsent(local, at -> new LabelNode()));
    }

    @Override
    public SourceValue copyOperation(AbstractInsnNode at, SourceValue value) {
        return value;
    }

    @Override
    public SourceValue unaryOperation(AbstractInsnNode at, SourceValue value) {
        Type type =
                switch (at.getOpcode()) {
                    case Opcodes.CHECKCAST -> Type.getObjectType(((TypeInsnNode) at).desc);
                    case Opcodes.GETFIELD -> Type.getType(((FieldInsnNode) at).desc);
                    default -> Type.INT_TYPE;
                };
        SourceValue result = super.unaryOperation(at, value);
        return ConstantTypes.contains(type) ? result : both(value, result);
    }

    @Override
    public SourceValue binaryOperation(AbstractInsnNode at, SourceValue first, SourceValue second) {
        SourceValue result = super.binaryOperation(at, first, second);
        return at.getOpcode() == Opcodes.AALOAD
                        && !first.insns.stream().allMatch(Origins::constants)
                ? both(first, result)
                : result;
    }

    /** Whether it pushes an array whose elements cannot change. */
    private static boolean constants(AbstractInsnNode at) {
        if (!(at instanceof FieldInsnNode field)) {
            return false;
        }
        Type type = Type.getType(field.desc);
        return type.getSort() == Type.ARRAY
                && type.getDimensions() == 1
                && ConstantTypes.contains(type.getElementType());
    }

    @Override
    public SourceValue naryOperation(AbstractInsnNode at, List<? extends SourceValue> values) {
        SourceValue result = super.naryOperation(at, values);
        if (!(at instanceof MethodInsnNode call)) {
            return result;
        }
        if (call.getOpcode() == Opcodes.INVOKESTATIC) {
            return call.owner.equals("java/util/Objects") && call.name.startsWith("requireNonNull")
                    ? both(values.get(0), result)
                    : result;
        }
        boolean belongs =
                !ConstantTypes.contains(Type.getReturnType(call.desc))
                        && !copies(call)
                        && !call.owner.equals("java/lang/ThreadLocal");
        return belongs ? both(values.get(0), result) : result;
    }

    /** Whether a call creates an array that shares nothing with the array it is called on. */
    private static boolean copies(MethodInsnNode call) {
        return call.name.equals("clone")
                && call.owner.startsWith("[")
                && ConstantTypes.contains(Type.getType(call.owner.substring(1)));
    }

    private static SourceValue both(SourceValue origin, SourceValue result) {
        Set<AbstractInsnNode> all = new HashSet<>(origin.insns);
        all.addAll(result.insns);
        return new SourceValue(result.size, all);
    }
}
