package io.millrace.bytecode.rewrite;

import io.millrace.bytecode.quick.QuickDouble;
import io.millrace.bytecode.quick.QuickText;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Replaces conversions of Hadoop's {@link Text}, of strings and of numbers by those of {@code
 * io.millrace.bytecode.quick}, which give the same results.
 */
final class QuickCalls extends ReplacedCalls {

    private static final String TEXT = Type.getInternalName(Text.class);
    private static final String QUICK_TEXT = Type.getInternalName(QuickText.class);
    private static final String DOUBLE = Type.getInternalName(Double.class);
    private static final String QUICK_DOUBLE = Type.getInternalName(QuickDouble.class);
    private static final String OF_STRING = "(Ljava/lang/String;)V";
    private static final String OF_NOTHING = "()V";

    private static final Map<String, String> OF_TEXT =
            Map.of("set", OF_STRING, "toString", "()Ljava/lang/String;");
    private static final Map<String, String> OF_DOUBLE =
            Map.of(
                    "parseDouble",
                    "(Ljava/lang/String;)D",
                    "valueOf",
                    "(Ljava/lang/String;)Ljava/lang/Double;");

    private final Set<Rewrite> rewrites;
    private final boolean constructors;

    /**
     * For a method of a class. In the constructor of a subclass, Text's constructor calls {@code
     * set}, which the subclass may have overridden.
     */
    QuickCalls(MethodVisitor next, JobMethod method, Set<Rewrite> rewrites) {
        super(next, method);
        this.rewrites = rewrites;
        this.constructors =
                rewrites.contains(Rewrite.TEXT_NEW) && !TEXT.equals(method.superclass());
    }

    /** Whether a call of this method may be replaced. */
    static boolean concern(String owner, String name) {
        return (owner.equals(TEXT) && (name.equals(CONSTRUCTOR) || OF_TEXT.containsKey(name)))
                || (owner.equals(DOUBLE) && OF_DOUBLE.containsKey(name));
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (constructors && isTextOfString(owner, name, descriptor) && isNewTwice()) {
            makeAndSet();
        } else {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }

    private static boolean isTextOfString(String owner, String name, String descriptor) {
        return owner.equals(TEXT) && name.equals(CONSTRUCTOR) && descriptor.equals(OF_STRING);
    }

    /** Whether a new object is on the stack twice below its constructor's argument, as usual. */
    private boolean isNewTwice() {
        int below = isReached() ? stack.size() - 2 : 0;
        return below > 0
                && stack.get(below) instanceof Label
                && stack.get(below) == stack.get(below - 1);
    }

    /** Replaces a text, the same text and a string on the stack by one text. */
    private void makeAndSet() {
        visitInsn(Opcodes.DUP_X2);
        visitInsn(Opcodes.POP);
        call(Opcodes.INVOKESPECIAL, TEXT, CONSTRUCTOR, OF_NOTHING);
        visitInsn(Opcodes.DUP_X1);
        visitInsn(Opcodes.SWAP);
        Handle set = handle(QUICK_TEXT, "set", TEXT, OF_STRING);
        call(Opcodes.INVOKESTATIC, set.getOwner(), set.getName(), set.getDesc());
    }

    @Override
    @Nullable Handle instead(String owner, String name, String descriptor) {
        if (owner.equals(TEXT)
                && descriptor.equals(OF_TEXT.get(name))
                && rewrites.contains(name.equals("set") ? Rewrite.TEXT_SET : Rewrite.TEXT_STRING)) {
            return handle(QUICK_TEXT, name, TEXT, descriptor);
        }
        return rewrites.contains(Rewrite.DOUBLE)
                        && owner.equals(DOUBLE)
                        && descriptor.equals(OF_DOUBLE.get(name))
                ? handle(QUICK_DOUBLE, name, null, descriptor)
                : null;
    }
}
