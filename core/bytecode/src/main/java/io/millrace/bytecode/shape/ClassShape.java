package io.millrace.bytecode.shape;

import io.millrace.bytecode.file.ClassFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A class's behaviour as text: its superclass, and its fields and methods with their instructions.
 * The text leaves out what makes no difference: its own names, line numbers, types of values that
 * are only passed through, and bridge methods for generics. Two classes with the same shape behave
 * alike, except for their {@link Fold}, which the text also leaves out. Used by one thread.
 */
public final class ClassShape extends ClassVisitor {

    private static final int ASM = Opcodes.ASM9;
    private static final String SELF = "self";

    /** The operation of {@code reduce} on two numbers. */
    public enum Operator {
        ADD,
        MIN,
        MAX
    }

    /** The only operation on two numbers in {@code reduce}, with the initial number. */
    public record Fold(Operator operator, Number start) {}

    private final List<Operator> operators = new ArrayList<>();
    private final List<Number> starts = new ArrayList<>();
    private final TreeSet<String> lines = new TreeSet<>();
    private final Map<String, String> fields = new HashMap<>();
    private String name = "";

    private ClassShape() {
        super(ASM);
    }

    /** The shape of a class, or null if its code cannot be found or read. */
    public static @Nullable ClassShape of(Class<?> type) {
        try {
            ClassFile file = ClassFile.of(type);
            if (file == null) {
                return null;
            }
            ClassShape shape = new ClassShape();
            file.accept(shape);
            return shape;
        } catch (IOException e) {
            // Code that cannot be read, or is too new for the reader, has no known shape.
            return null;
        }
    }

    /** The shape. */
    public String text() {
        return String.join("\n", lines);
    }

    /** The fold; null if there is not exactly one operator and one start. */
    public @Nullable Fold fold() {
        return operators.size() == 1 && starts.size() == 1
                ? new Fold(operators.get(0), starts.get(0))
                : null;
    }

    @Override
    public void visit(
            int version,
            int access,
            String className,
            String signature,
            String superName,
            String[] interfaces) {
        name = className;
        lines.add("extends " + superName + " implements " + String.join(",", interfaces));
    }

    @Override
    public @Nullable FieldVisitor visitField(
            int access, String field, String descriptor, String signature, Object value) {
        String kind = (access & Opcodes.ACC_STATIC) != 0 ? "static field " : "field ";
        fields.put(field, "field" + fields.size());
        lines.add(kind + fields.get(field) + " " + descriptor);
        return null;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String method, String descriptor, String signature, String[] exceptions) {
        return (access & Opcodes.ACC_BRIDGE) != 0 ? null : new Code(method, descriptor);
    }

    /** The instructions of one method in order; jumps name their target instruction. */
    private final class Code extends MethodVisitor {

        private final List<Object> instructions = new ArrayList<>();
        private final Map<Label, Integer> places = new HashMap<>();
        private final boolean reduces;

        Code(String method, String descriptor) {
            super(ASM);
            reduces = method.equals("reduce");
            // Hadoop passes the key to a reducer, so its type does not matter.
            instructions.add(
                    reduces
                            ? "reduce of key" + descriptor.substring(descriptor.indexOf(';') + 1)
                            : method + descriptor);
        }

        @Override
        public void visitInsn(int opcode) {
            boolean adds =
                    opcode == Opcodes.IADD
                            || opcode == Opcodes.LADD
                            || opcode == Opcodes.FADD
                            || opcode == Opcodes.DADD;
            Number constant = constant(opcode);
            if (reduces && adds) {
                operators.add(Operator.ADD);
                instructions.add("operator");
            } else if (constant != null) {
                addConstant(constant);
            } else {
                instructions.add(opcode);
            }
        }

        /** The number that an instruction without operand pushes, or null. */
        private static @Nullable Number constant(int opcode) {
            if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
                return opcode - Opcodes.ICONST_0;
            }
            if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
                return (long) opcode - Opcodes.LCONST_0;
            }
            if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
                return (float) opcode - Opcodes.FCONST_0;
            }
            return opcode == Opcodes.DCONST_0 || opcode == Opcodes.DCONST_1
                    ? (double) opcode - Opcodes.DCONST_0
                    : null;
        }

        /** The first instruction of {@code reduce} may push any number of its type. */
        private void addConstant(Number constant) {
            if (reduces && instructions.size() == 1) {
                starts.add(constant);
                instructions.add("start " + constant.getClass());
            } else {
                instructions.add(constant.getClass() + " " + constant);
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode == Opcodes.BIPUSH || opcode == Opcodes.SIPUSH) {
                addConstant(operand);
            } else {
                instructions.add(opcode + " " + operand);
            }
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            instructions.add(opcode + " " + variable);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            instructions.add(opcode + " " + own(type));
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
            String target = owner.equals(name) ? fields.getOrDefault(field, field) : field;
            instructions.add(opcode + " " + own(owner) + "." + target + " " + descriptor);
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String method, String descriptor, boolean isInterface) {
            boolean compares =
                    owner.equals("java/lang/Math")
                            && (method.equals("min") || method.equals("max"));
            if (reduces && compares) {
                operators.add(method.equals("min") ? Operator.MIN : Operator.MAX);
                instructions.add("operator");
                return;
            }
            instructions.add(opcode + " " + own(owner) + "." + method + descriptor);
        }

        @Override
        public void visitInvokeDynamicInsn(
                String method, String descriptor, Handle bootstrap, Object... arguments) {
            instructions.add("invokedynamic of " + name + " " + method + descriptor);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            instructions.add(opcode);
            instructions.add(label);
        }

        @Override
        public void visitLabel(Label label) {
            places.put(label, instructions.size());
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (value instanceof Number number) {
                addConstant(number);
            } else {
                instructions.add(value.getClass() + " " + value);
            }
        }

        @Override
        public void visitIincInsn(int variable, int increment) {
            instructions.add("iinc " + variable + " " + increment);
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
            instructions.add("switch of " + name);
        }

        @Override
        public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
            instructions.add("switch of " + name);
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            instructions.add("arrays " + descriptor + " " + dimensions);
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            instructions.add("catch of " + name);
        }

        @Override
        public void visitEnd() {
            StringBuilder text = new StringBuilder();
            for (Object instruction : instructions) {
                text.append(
                                instruction instanceof Label label
                                        ? "to " + places.get(label)
                                        : instruction)
                        .append("; ");
            }
            lines.add(text.toString());
        }

        private String own(String type) {
            return type.equals(name) ? SELF : type;
        }
    }
}
