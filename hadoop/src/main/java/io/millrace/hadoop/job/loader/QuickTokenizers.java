package io.millrace.hadoop.job.loader;

import io.millrace.hadoop.quick.QuickTokenizer;
import java.util.StringTokenizer;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Turns each {@code new StringTokenizer} into a {@link QuickTokenizer}, which is one and so needs
 * no other word about types. Not for subclasses: what their constructors call of it looks the same.
 * References to its constructors are left alone.
 */
final class QuickTokenizers extends MethodVisitor {

    static final String TOKENIZER = Type.getInternalName(StringTokenizer.class);
    private static final String QUICK_TOKENIZER = Type.getInternalName(QuickTokenizer.class);
    private static final String CONSTRUCTOR = "<init>";

    QuickTokenizers(MethodVisitor next) {
        super(TurnedCalls.API, next);
    }

    /** Whether a method may be one of them. */
    static boolean concern(String owner, String name) {
        return owner.equals(TOKENIZER) && name.equals(CONSTRUCTOR);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        boolean ours = opcode == Opcodes.NEW && type.equals(TOKENIZER);
        super.visitTypeInsn(opcode, ours ? QUICK_TOKENIZER : type);
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        super.visitMethodInsn(
                opcode,
                concern(owner, name) ? QUICK_TOKENIZER : owner,
                name,
                descriptor,
                isInterface);
    }
}
