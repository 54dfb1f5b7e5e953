package io.millrace.hadoop.job.loader;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Turns calls of certain methods, and references to them, into those of static ones. What a class
 * says of its superclass, {@code super.set(...)}, is left alone. Calls made by reflection are not
 * seen.
 */
abstract class TurnedCalls extends MethodVisitor {

    static final int API = Opcodes.ASM9;

    TurnedCalls(MethodVisitor next) {
        super(API, next);
    }

    /** The static method to call instead, which takes the receiver first; null for none. */
    abstract @Nullable Handle instead(String owner, String name, String descriptor);

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        Handle target = opcode == Opcodes.INVOKESPECIAL ? null : instead(owner, name, descriptor);
        if (target == null) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        } else {
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    target.getOwner(),
                    target.getName(),
                    target.getDesc(),
                    false);
        }
    }

    @Override
    public void visitInvokeDynamicInsn(
            String name, String descriptor, Handle bootstrap, Object... arguments) {
        Object[] turned = arguments.clone();
        for (int i = 0; i < turned.length; i++) {
            if (turned[i] instanceof Handle handle && isCall(handle)) {
                Handle target = instead(handle.getOwner(), handle.getName(), handle.getDesc());
                turned[i] = target == null ? handle : target;
            }
        }
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, turned);
    }

    private static boolean isCall(Handle handle) {
        return handle.getTag() == Opcodes.H_INVOKESTATIC
                || handle.getTag() == Opcodes.H_INVOKEVIRTUAL;
    }

    /** A static method with this method's arguments, after the receiver's type if there is one. */
    static Handle handle(String owner, String name, @Nullable String receiver, String descriptor) {
        String taking =
                receiver == null ? descriptor : "(L" + receiver + ";" + descriptor.substring(1);
        return new Handle(Opcodes.H_INVOKESTATIC, owner, name, taking, false);
    }
}
