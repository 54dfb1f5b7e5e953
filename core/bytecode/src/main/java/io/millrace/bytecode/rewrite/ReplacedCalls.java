package io.millrace.bytecode.rewrite;

import java.lang.invoke.LambdaMetafactory;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Replaces calls of certain methods, and references to them, by calls of static methods. It leaves
 * calls of a superclass, {@code super.set(...)}, alone. It also leaves serializable references
 * alone: they name their method, and the class that reads one back looks for that name. It does not
 * see calls by reflection.
 */
abstract class ReplacedCalls extends GuardedCalls {

    private static final String LAMBDAS = Type.getInternalName(LambdaMetafactory.class);

    /** The index of the flags in the arguments of {@link LambdaMetafactory#altMetafactory}. */
    private static final int FLAGS = 3;

    ReplacedCalls(MethodVisitor next, JobMethod method) {
        super(next, method);
    }

    /**
     * The static method to call instead, with the receiver as its first parameter; null for none.
     */
    abstract @Nullable Handle instead(String owner, String name, String descriptor);

    /** The same for a reference, where the error of a null receiver does not describe the code. */
    @Nullable Handle insteadOf(Handle reference) {
        return reference.getTag() == Opcodes.H_INVOKESTATIC
                ? instead(reference.getOwner(), reference.getName(), reference.getDesc())
                : null;
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        Handle target =
                opcode == Opcodes.INVOKESPECIAL || !isReached()
                        ? null
                        : instead(owner, name, descriptor);
        if (target == null) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            return;
        }
        if (opcode == Opcodes.INVOKEVIRTUAL) {
            throwIfNull(
                    () -> call(opcode, owner, name, descriptor),
                    Type.getArgumentTypes(descriptor).length);
        }
        call(Opcodes.INVOKESTATIC, target.getOwner(), target.getName(), target.getDesc());
    }

    @Override
    public void visitInvokeDynamicInsn(
            String name, String descriptor, Handle bootstrap, Object... arguments) {
        Object[] turned = arguments.clone();
        if (makesLambda(bootstrap, arguments)) {
            for (int i = 0; i < turned.length; i++) {
                Handle target = turned[i] instanceof Handle handle ? insteadOf(handle) : null;
                turned[i] = target == null ? turned[i] : target;
            }
        }
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, turned);
    }

    /** Whether it creates a lambda that cannot be serialized. */
    private static boolean makesLambda(Handle bootstrap, Object[] arguments) {
        return bootstrap.getOwner().equals(LAMBDAS)
                && (arguments.length <= FLAGS
                        || (arguments[FLAGS] instanceof Integer flags
                                && (flags & LambdaMetafactory.FLAG_SERIALIZABLE) == 0));
    }

    /** A static method with the receiver's type, if any, followed by this method's parameters. */
    static Handle handle(String owner, String name, @Nullable String receiver, String descriptor) {
        String taking =
                receiver == null ? descriptor : "(L" + receiver + ";" + descriptor.substring(1);
        return new Handle(Opcodes.H_INVOKESTATIC, owner, name, taking, false);
    }
}
