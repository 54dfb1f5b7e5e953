package io.millrace.hadoop.job.loader;

import io.millrace.hadoop.scope.TaskExit;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.util.ExitUtil;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Turns calls that would end the process into calls of {@link TaskExit}, in the classes of a job.
 * Java no longer has anything else that stops {@code System.exit}. Calls made by reflection are not
 * seen.
 */
final class ExitCalls {

    private static final int API = Opcodes.ASM9;
    private static final String TARGET = Type.getInternalName(TaskExit.class);
    private static final String RUNTIME = Type.getInternalName(Runtime.class);
    private static final Map<String, Set<String>> CALLS =
            Map.of(
                    Type.getInternalName(System.class),
                    Set.of("exit"),
                    RUNTIME,
                    Set.of("exit", "halt"),
                    Type.getInternalName(ExitUtil.class),
                    Set.of("terminate", "halt"));

    private ExitCalls() {}

    /** The class with its calls turned; the same array if it has none. */
    static byte[] redirected(byte[] type) {
        ClassReader reader = new ClassReader(type);
        if (!mentions(reader)) {
            return type;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Turning(writer), 0);
        return writer.toByteArray();
    }

    /** Whether the constant pool has a method that would have to be turned. */
    private static boolean mentions(ClassReader reader) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            if (item > 0 && reader.readByte(item - 1) == METHOD_REFERENCE) {
                String owner = reader.readClass(item, buffer);
                int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
                if (ends(owner, reader.readUTF8(nameAndType, buffer))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The constant pool's tag, from the specification of class files. */
    private static final int METHOD_REFERENCE = 10;

    private static boolean ends(@Nullable String owner, @Nullable String name) {
        return owner != null && name != null && CALLS.getOrDefault(owner, Set.of()).contains(name);
    }

    private static String descriptor(String owner, String descriptor) {
        return owner.equals(RUNTIME) ? "(L" + RUNTIME + ";" + descriptor.substring(1) : descriptor;
    }

    private static final class Turning extends ClassVisitor {

        Turning(ClassVisitor next) {
            super(API, next);
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return next == null ? null : new TurningMethod(next);
        }
    }

    private static final class TurningMethod extends MethodVisitor {

        TurningMethod(MethodVisitor next) {
            super(API, next);
        }

        @Override
        public void visitMethodInsn(
                int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (ends(owner, name)) {
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        TARGET,
                        name,
                        ExitCalls.descriptor(owner, descriptor),
                        false);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }

        @Override
        public void visitInvokeDynamicInsn(
                String name, String descriptor, Handle bootstrap, Object... arguments) {
            Object[] turned = arguments.clone();
            for (int i = 0; i < turned.length; i++) {
                if (turned[i] instanceof Handle handle
                        && ends(handle.getOwner(), handle.getName())) {
                    turned[i] =
                            new Handle(
                                    Opcodes.H_INVOKESTATIC,
                                    TARGET,
                                    handle.getName(),
                                    ExitCalls.descriptor(handle.getOwner(), handle.getDesc()),
                                    false);
                }
            }
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, turned);
        }
    }
}
