package io.millrace.bytecode.rewrite;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Finds out where branches and the ranges of exception handlers divide a method's code. */
final class StraightCode {

    private final Set<LabelNode> borders = new HashSet<>();

    StraightCode(MethodNode method) {
        for (AbstractInsnNode each : method.instructions) {
            if (each instanceof JumpInsnNode jump) {
                borders.add(jump.label);
            } else if (each instanceof TableSwitchInsnNode table) {
                borders.add(table.dflt);
                borders.addAll(table.labels);
            } else if (each instanceof LookupSwitchInsnNode lookup) {
                borders.add(lookup.dflt);
                borders.addAll(lookup.labels);
            }
        }
        for (TryCatchBlockNode each : method.tryCatchBlocks) {
            borders.addAll(List.of(each.start, each.end, each.handler));
        }
    }

    /** The next instruction; null if something divides it from this one. */
    @Nullable AbstractInsnNode next(AbstractInsnNode at) {
        AbstractInsnNode next = at.getNext();
        while (next != null && next.getOpcode() < 0) {
            if (next instanceof FrameNode
                    || (next instanceof LabelNode && borders.contains(next))) {
                return null;
            }
            next = next.getNext();
        }
        return next;
    }
}
