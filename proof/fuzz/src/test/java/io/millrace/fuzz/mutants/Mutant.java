package io.millrace.fuzz.mutants;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A fault to be planted in a compiled class of Millrace.
 *
 * @param type the class, below {@code io.millrace}
 * @param method its name, and its descriptor if it is one of several
 * @param edit makes the fault
 */
record Mutant(String type, String method, Consumer<MethodNode> edit) {

    /** The module of the class. */
    String module() {
        return type.substring(0, type.indexOf('/'));
    }

    private static final String PACKAGE = "io/millrace/";

    /** The class file with the fault, in a directory that is to come first on a class path. */
    void plant(Path folder) throws IOException {
        String path = PACKAGE + type + ".class";
        ClassNode node = new ClassNode();
        try (InputStream in = Mutant.class.getClassLoader().getResourceAsStream(path)) {
            new ClassReader(in).accept(node, 0);
        }
        MethodNode found =
                node.methods.stream()
                        .filter(each -> (each.name + each.desc).startsWith(method))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(type + " has no " + method));
        edit.accept(found);
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, writer.toByteArray());
    }

    /** Another instruction, which takes and leaves the same, in place of the n-th of its kind. */
    static Consumer<MethodNode> swap(int from, int to, int number) {
        return method -> {
            AbstractInsnNode at = find(method, each -> each.getOpcode() == from, number);
            method.instructions.set(
                    at,
                    at instanceof JumpInsnNode jump
                            ? new JumpInsnNode(to, jump.label)
                            : new InsnNode(to));
        };
    }

    /** The same for the first one. */
    static Consumer<MethodNode> swap(int from, int to) {
        return swap(from, to, 0);
    }

    /** More instructions behind the first load of a number from a variable. */
    static Consumer<MethodNode> behindLoad(int variable, int... opcodes) {
        return method -> {
            AbstractInsnNode at =
                    find(
                            method,
                            each ->
                                    each instanceof VarInsnNode load
                                            && load.getOpcode() == Opcodes.ILOAD
                                            && load.var == variable,
                            0);
            for (int opcode : opcodes) {
                InsnNode next = new InsnNode(opcode);
                method.instructions.insert(at, next);
                at = next;
            }
        };
    }

    /** A call of another method that takes and returns the same. */
    static Consumer<MethodNode> call(String name, String other) {
        return method -> {
            MethodInsnNode at =
                    (MethodInsnNode)
                            find(
                                    method,
                                    each ->
                                            each instanceof MethodInsnNode call
                                                    && call.name.equals(name),
                                    0);
            at.name = other;
        };
    }

    /** Another field of the same type. */
    static Consumer<MethodNode> field(String name, String other) {
        return method -> {
            FieldInsnNode at =
                    (FieldInsnNode)
                            find(
                                    method,
                                    each ->
                                            each instanceof FieldInsnNode access
                                                    && access.name.equals(name),
                                    0);
            at.name = other;
        };
    }

    /** A method that returns at once: nothing, or what an instruction leaves. */
    static Consumer<MethodNode> returns(int... opcodes) {
        return method -> {
            method.instructions.clear();
            method.tryCatchBlocks.clear();
            method.localVariables = null;
            for (int opcode : opcodes) {
                method.instructions.add(new InsnNode(opcode));
            }
        };
    }

    private static AbstractInsnNode find(
            MethodNode method, Predicate<AbstractInsnNode> wanted, int number) {
        int left = number;
        for (AbstractInsnNode each : method.instructions) {
            if (wanted.test(each) && left-- == 0) {
                return each;
            }
        }
        throw new AssertionError("no such instruction in " + method.name);
    }
}
