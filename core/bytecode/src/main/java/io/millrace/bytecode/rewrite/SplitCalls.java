package io.millrace.bytecode.rewrite;

import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** The null check of strings that {@link QuickSplits} asks for; the original call then runs. */
final class SplitCalls extends GuardedCalls {

    /** Marks the place of a check by the operands of the original call, which stay. */
    static final String CHECK = "check";

    private static final String STRING = Type.getInternalName(String.class);

    SplitCalls(MethodVisitor next, JobMethod method) {
        super(next, method);
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (!owner.equals(QuickSplits.QUICK_SPLIT) || !name.equals(CHECK)) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        } else if (isReached()) {
            throwIfNull(
                    () -> call(INVOKEVIRTUAL, STRING, QuickSplits.SPLIT, descriptor),
                    Type.getArgumentTypes(descriptor).length);
        }
    }
}
