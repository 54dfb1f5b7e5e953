package io.millrace.bytecode.rewrite;

import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.POP;

import io.millrace.bytecode.quick.QuickTokenizer;
import java.util.StringTokenizer;
import org.apache.hadoop.io.Text;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * The targets for pairs of calls that {@link QuickTokenizers} joins; if one of their objects is
 * null, both original calls run.
 */
final class JoinedCalls extends GuardedCalls {

    static final String SET = "setNext";
    static final String DOUBLE = "nextDouble";

    private static final String TEXT = Type.getInternalName(Text.class);
    private static final String TOKENIZER = Type.getInternalName(StringTokenizer.class);
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
        if (owner.equals(QUICK_TOKENIZER) && isReached()) {
            guard(opcode, name, descriptor);
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    private void guard(int opcode, String name, String descriptor) {
        if (opcode == INVOKESTATIC && name.equals(SET)) {
            throwIfNull(
                    () -> {
                        next();
                        call(INVOKEVIRTUAL, TEXT, "set", "(Ljava/lang/String;)V");
                    },
                    0,
                    1);
        } else if (opcode == INVOKESTATIC && name.equals(DOUBLE)) {
            throwIfNull(this::next, 0);
        } else if (opcode == INVOKESPECIAL && descriptor.equals(OF_TEXT)) {
            throwIfNull(() -> call(INVOKEVIRTUAL, TEXT, "toString", GIVES_STRING), 0);
        } else if (opcode == INVOKESPECIAL && descriptor.equals(OF_TEXT_AND_DELIMITERS)) {
            throwIfNull(
                    () -> {
                        visitInsn(POP);
                        call(INVOKEVIRTUAL, TEXT, "toString", GIVES_STRING);
                    },
                    1);
        }
    }

    private void next() {
        call(INVOKEVIRTUAL, TOKENIZER, "nextToken", GIVES_STRING);
    }
}
