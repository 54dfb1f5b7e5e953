package io.millrace.bytecode.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AnalyzerAdapter;

/**
 * Replaces calls in a method, but keeps the original call for the case that an object is null: the
 * JVM's message then names the called method and the null variable, as in the original code.
 */
abstract class GuardedCalls extends AnalyzerAdapter {

    static final int API = Opcodes.ASM9;

    static final String CONSTRUCTOR = "<init>";

    private final boolean framed;

    /** For a method of a class; the rewritten code goes to {@code next}. */
    GuardedCalls(MethodVisitor next, JobMethod method) {
        super(API, method.owner(), method.access(), method.name(), method.descriptor(), next);
        framed = method.version() >= Opcodes.V1_6;
    }

    /** Whether this code is reachable, so that the types on its stack are known. */
    final boolean isReached() {
        return stack != null;
    }

    /** Writes a call unchanged. */
    final void call(int opcode, String owner, String name, String descriptor) {
        super.visitMethodInsn(opcode, owner, name, descriptor, false);
    }

    /**
     * Writes a null check of objects on the stack. If one is null, {@code original} runs, which
     * throws. Class files before Java 6, which have no type information, get no check.
     *
     * @param depths depth of each object below the top, 0 to 2; no long or double is above it
     */
    final void throwIfNull(Runnable original, int... depths) {
        if (!framed) {
            return;
        }
        Object[] localTypes = types(locals);
        Object[] stackTypes = types(stack);
        Label isNull = new Label();
        Label isNone = new Label();
        for (int i = 0; i < depths.length - 1; i++) {
            duplicate(depths[i]);
            super.visitJumpInsn(Opcodes.IFNULL, isNull);
        }
        duplicate(depths[depths.length - 1]);
        super.visitJumpInsn(Opcodes.IFNONNULL, isNone);
        if (depths.length > 1) {
            target(isNull, localTypes, stackTypes);
        }
        original.run();
        super.visitInsn(Opcodes.ACONST_NULL);
        super.visitInsn(Opcodes.ATHROW);
        target(isNone, localTypes, stackTypes);
    }

    private void duplicate(int depth) {
        int[] opcodes =
                switch (depth) {
                    case 0 -> new int[] {Opcodes.DUP};
                    case 1 -> new int[] {Opcodes.DUP2, Opcodes.POP};
                    default -> new int[] {Opcodes.DUP2_X1, Opcodes.POP2, Opcodes.DUP_X2};
                };
        for (int opcode : opcodes) {
            super.visitInsn(opcode);
        }
    }

    private void target(Label label, Object[] localTypes, Object[] stackTypes) {
        super.visitLabel(label);
        super.visitFrame(
                Opcodes.F_NEW, localTypes.length, localTypes, stackTypes.length, stackTypes);
    }

    /**
     * The types of variables or of the stack, in the form of a frame: one entry for long and
     * double.
     */
    private static Object[] types(@Nullable List<Object> slots) {
        List<Object> types = new ArrayList<>();
        for (int i = 0; slots != null && i < slots.size(); i++) {
            Object type = slots.get(i);
            types.add(type);
            if (type == Opcodes.LONG || type == Opcodes.DOUBLE) {
                i++;
            }
        }
        return types.toArray();
    }
}
