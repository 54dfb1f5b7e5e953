package io.millrace.bytecode.rewrite;

import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.POP;

import io.millrace.bytecode.quick.QuickTokenizer;
import org.apache.hadoop.io.Text;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * The null checks of calls that take the place of two: each {@link StringPair}, and constructors of
 * {@link QuickTokenizers} that take a text. If an object is null, the original calls run.
 */
final class JoinedCalls extends GuardedCalls {

    private static final String TEXT = Type.getInternalName(Text.class);
    private static final String QUICK_TOKENIZER = Type.getInternalName(QuickTokenizer.class);
    private static final String GIVES_STRING = "()Ljava/lang/String;";
    private static final String OF_TEXT = "(L" + TEXT + ";)V";
    private static final String OF_TEXT_AND_DELIMITERS = "(L" + TEXT + ";Ljava/lang/String;)V";

    JoinedCalls(MethodVisitor next, JobMethod method) {
        super(next, method);
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (isReached()) {
            StringPair pair = StringPair.of(opcode, owner, name, descriptor);
            if (pair != null) {
                pair.guard(this);
            } else if (opcode == INVOKESPECIAL && owner.equals(QUICK_TOKENIZER)) {
                guardText(descriptor);
            }
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    private void guardText(String descriptor) {
        if (descriptor.equals(OF_TEXT)) {
            throwIfNull(() -> call(INVOKEVIRTUAL, TEXT, "toString", GIVES_STRING), 0);
        } else if (descriptor.equals(OF_TEXT_AND_DELIMITERS)) {
            throwIfNull(
                    () -> {
                        visitInsn(POP);
                        call(INVOKEVIRTUAL, TEXT, "toString", GIVES_STRING);
                    },
                    1);
        }
    }
}
