package io.millrace.bytecode.rewrite;

import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.NEW;

import io.millrace.bytecode.quick.QuickTokenizer;
import java.util.Set;
import java.util.StringTokenizer;
import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Replaces each {@code new StringTokenizer} by a {@link QuickTokenizer}. That is a subclass, so no
 * other types change. Subclasses are left alone, because calls of their super constructor look the
 * same, and so are references to constructors. If the string is that of a text, and created just
 * before, the tokenizer takes the text.
 */
final class QuickTokenizers extends CollectedMethod {

    static final String TOKENIZER = Type.getInternalName(StringTokenizer.class);

    private static final String QUICK_TOKENIZER = Type.getInternalName(QuickTokenizer.class);
    private static final String TEXT = Type.getInternalName(Text.class);
    private static final String TAKES_STRING = "(Ljava/lang/String;)V";
    private static final String TAKES_STRINGS = "(Ljava/lang/String;Ljava/lang/String;)V";

    private final MethodVisitor turned;
    private final Set<Rewrite> rewrites;

    /**
     * Collects a method's code.
     *
     * @param turned receives the rewritten code at the end
     */
    QuickTokenizers(
            MethodVisitor turned,
            Set<Rewrite> rewrites,
            JobMethod method,
            @Nullable String signature,
            String @Nullable [] exceptions) {
        super(method, signature, exceptions);
        this.turned = turned;
        this.rewrites = rewrites;
    }

    /** Whether a call of this method may be replaced. */
    static boolean concern(String owner, String name) {
        return owner.equals(TOKENIZER) && name.equals(GuardedCalls.CONSTRUCTOR);
    }

    @Override
    public void visitEnd() {
        for (AbstractInsnNode instruction : instructions.toArray()) {
            if (instruction instanceof TypeInsnNode type
                    && rewrites.contains(Rewrite.TOKENIZER)
                    && type.getOpcode() == NEW
                    && type.desc.equals(TOKENIZER)) {
                type.desc = QUICK_TOKENIZER;
            } else if (instruction instanceof MethodInsnNode call) {
                turn(call);
            }
        }
        accept(turned);
    }

    private void turn(MethodInsnNode call) {
        if (rewrites.contains(Rewrite.TOKENIZER)
                && isOf(call, INVOKESPECIAL, TOKENIZER, GuardedCalls.CONSTRUCTOR)) {
            call.owner = QUICK_TOKENIZER;
            takeText(call);
        }
    }

    /** Passes the text itself to the tokenizer, if its string was created just before. */
    private void takeText(MethodInsnNode constructor) {
        AbstractInsnNode before = constructor.getPrevious();
        boolean delimiters = constructor.desc.equals(TAKES_STRINGS);
        if (delimiters) {
            before =
                    before instanceof LdcInsnNode constant && constant.cst instanceof String
                            ? before.getPrevious()
                            : null;
        }
        if (rewrites.contains(Rewrite.TOKENIZER_TEXT)
                && (delimiters || constructor.desc.equals(TAKES_STRING))
                && before instanceof MethodInsnNode call
                && isOf(call, INVOKEVIRTUAL, TEXT, "toString")) {
            instructions.remove(call);
            constructor.desc =
                    constructor.desc.replaceFirst("Ljava/lang/String;", "L" + TEXT + ";");
        }
    }

    private static boolean isOf(MethodInsnNode call, int opcode, String owner, String name) {
        return call.getOpcode() == opcode && call.owner.equals(owner) && call.name.equals(name);
    }
}
