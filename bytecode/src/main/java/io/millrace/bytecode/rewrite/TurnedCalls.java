package io.millrace.bytecode.rewrite;

import java.lang.invoke.LambdaMetafactory;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Turns calls of certain methods, and references to them, into those of static ones. What a class
 * says of its superclass, {@code super.set(...)}, is left alone; and so are references that can be
 * serialized: they name their method, and the class that reads one back looks for that name. Calls
 * made by reflection are not seen.
 */
abstract class TurnedCalls extends GuardedCalls {

    private static final String LAMBDAS = Type.getInternalName(LambdaMetafactory.class);

    /** Which argument of {@link LambdaMetafactory#altMetafactory} has the flags. */
    private static final int FLAGS = 3;

    TurnedCalls(MethodVisitor next, JobMethod method) {
        super(next, method);
    }

    /** The static method to call instead, which takes the receiver first; null for none. */
    abstract @Nullable Handle instead(String owner, String name, String descriptor);

    /** The same for a reference: a null receiver's error tells nothing of the code there. */
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

    /** Whether it makes a lambda that cannot be serialized. */
    private static boolean makesLambda(Handle bootstrap, Object[] arguments) {
        return bootstrap.getOwner().equals(LAMBDAS)
                && (arguments.length <= FLAGS
                        || (arguments[FLAGS] instanceof Integer flags
                                && (flags & LambdaMetafactory.FLAG_SERIALIZABLE) == 0));
    }

    /** A static method with this method's arguments, after the receiver's type if there is one. */
    static Handle handle(String owner, String name, @Nullable String receiver, String descriptor) {
        String taking =
                receiver == null ? descriptor : "(L" + receiver + ";" + descriptor.substring(1);
        return new Handle(Opcodes.H_INVOKESTATIC, owner, name, taking, false);
    }
}
