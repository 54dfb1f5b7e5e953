package io.millrace.bytecode.flow;

import io.millrace.bytecode.flow.ValueFlow.Use;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

/**
 * Finds the elements of an array that a method reads, if the array never leaves the method, which
 * only asks for its length and reads elements at constant indices.
 */
public final class ArrayReads {

    private ArrayReads() {}

    /**
     * The elements that may be read of an array that an instruction creates: a bit for each index.
     * Empty if the array is used in any other way, or if an index does not fit.
     */
    public static OptionalLong of(AbstractInsnNode array, ValueFlow flow) {
        long all = 0;
        for (Use use : flow.uses(array)) {
            switch (use.by().getOpcode()) {
                case Opcodes.ARRAYLENGTH, Opcodes.IFNULL, Opcodes.IFNONNULL -> {}
                case Opcodes.AALOAD -> {
                    for (AbstractInsnNode index : flow.sources(use.by(), 1)) {
                        Integer constant = constant(index);
                        if (constant == null || constant >= Long.SIZE) {
                            return OptionalLong.empty();
                        }
                        all |= constant < 0 ? 0 : 1L << constant;
                    }
                }
                default -> {
                    return OptionalLong.empty();
                }
            }
        }
        return OptionalLong.of(all);
    }

    /** The number that an instruction pushes; null if it is not a constant. */
    private static @Nullable Integer constant(AbstractInsnNode at) {
        int opcode = at.getOpcode();
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return opcode - Opcodes.ICONST_0;
        }
        if (opcode == Opcodes.BIPUSH || opcode == Opcodes.SIPUSH) {
            return ((IntInsnNode) at).operand;
        }
        return at instanceof LdcInsnNode load && load.cst instanceof Integer number ? number : null;
    }
}
