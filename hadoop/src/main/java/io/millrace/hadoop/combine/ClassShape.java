package io.millrace.hadoop.combine;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What a class does, as text: its superclass, fields and methods with their instructions, without
 * what makes no difference: names of its own, line numbers, the types of what is only handed
 * through, the bridges that generics need. Two classes of one shape behave in one way.
 */
final class ClassShape extends ClassVisitor {

    private static final int ASM = Opcodes.ASM9;
    private static final String SELF = "self";

    private final TreeSet<String> lines = new TreeSet<>();
    private final Map<String, String> fields = new HashMap<>();
    private String name = "";

    private ClassShape() {
        super(ASM);
    }

    /** The shape of a class, or null if its code cannot be found or read. */
    static @Nullable String of(Class<?> type) {
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            if (in == null) {
                return null;
            }
            ClassShape shape = new ClassShape();
            new ClassReader(in).accept(shape, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return String.join("\n", shape.lines);
        } catch (IOException | IllegalArgumentException e) {
            // Code that cannot be read, or is too new for the reader, is not known to be anything.
            return null;
        }
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

    /**
     * The instructions of one method, one after the other; jumps name the instruction they go to.
     */
    private final class Code extends MethodVisitor {

        private final List<Object> instructions = new ArrayList<>();
        private final Map<Label, Integer> places = new HashMap<>();

        Code(String method, String descriptor) {
            super(ASM);
            // What a reducer is given as its key it is handed by Hadoop, whatever its type.
            instructions.add(
                    method.equals("reduce")
                            ? "reduce of key" + descriptor.substring(descriptor.indexOf(';') + 1)
                            : method + descriptor);
        }

        @Override
        public void visitInsn(int opcode) {
            instructions.add(opcode);
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            instructions.add(opcode + " " + operand);
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
            instructions.add(value.getClass() + " " + value);
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
