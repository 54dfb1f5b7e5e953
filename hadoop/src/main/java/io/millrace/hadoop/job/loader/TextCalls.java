package io.millrace.hadoop.job.loader;

import io.millrace.hadoop.record.QuickText;
import java.util.Map;
import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Turns conversions between Hadoop's {@link Text} and strings into those of {@link QuickText}. */
final class TextCalls extends TurnedCalls {

    private static final String TEXT = Type.getInternalName(Text.class);
    private static final String TARGET = Type.getInternalName(QuickText.class);
    private static final String OF_STRING = "(Ljava/lang/String;)V";
    private static final String OF_BYTES = "([B)V";
    private static final Map<String, String> CALLS =
            Map.of("set", OF_STRING, "toString", "()Ljava/lang/String;");

    private final boolean subclass;

    /**
     * For a method of a class.
     *
     * @param superclass the class's, as in class files: from a subclass's constructor, Text's calls
     *     {@code set}, which the subclass may have changed
     */
    TextCalls(MethodVisitor next, @Nullable String superclass) {
        super(next);
        this.subclass = TEXT.equals(superclass);
    }

    /** Whether a method may be one of them. */
    static boolean concern(String owner, String name) {
        return owner.equals(TEXT) && (name.equals("<init>") || CALLS.containsKey(name));
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (opcode == Opcodes.INVOKESPECIAL
                && owner.equals(TEXT)
                && name.equals("<init>")
                && descriptor.equals(OF_STRING)
                && !subclass) {
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC, TARGET, "encoded", "(Ljava/lang/String;)[B", false);
            super.visitMethodInsn(opcode, owner, name, OF_BYTES, false);
        } else {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }

    @Override
    @Nullable Handle instead(String owner, String name, String descriptor) {
        return owner.equals(TEXT) && descriptor.equals(CALLS.get(name))
                ? handle(TARGET, name, TEXT, descriptor)
                : null;
    }
}
