package io.millrace.bytecode.rewrite;

import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.ICONST_M1;
import static org.objectweb.asm.Opcodes.SIPUSH;

import io.millrace.bytecode.flow.ValueFlow;
import io.millrace.bytecode.flow.ValueFlow.Use;
import io.millrace.bytecode.quick.QuickText;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The string of a text that code creates only to split it. The split follows at once, at most with
 * a variable between them, so that the text is still the same.
 */
final class SplitText {

    private static final String QUICK_TEXT = Type.getInternalName(QuickText.class);

    private final MethodNode method;
    private final MethodInsnNode string;

    /** The load of the string from the variable that it is stored in; null if there is none. */
    private final @Nullable AbstractInsnNode load;

    private SplitText(MethodNode method, MethodInsnNode string, @Nullable AbstractInsnNode load) {
        this.method = method;
        this.string = string;
        this.load = load;
    }

    /** The string that a call splits, if it is such a string; else null. */
    static @Nullable SplitText of(MethodInsnNode split, MethodNode method, ValueFlow flow) {
        Set<AbstractInsnNode> sources = flow.sources(split, 0);
        if (sources.size() != 1
                || !(sources.iterator().next() instanceof MethodInsnNode string)
                || !string.owner.equals(QUICK_TEXT)
                || !string.name.equals("toString")
                || !flow.uses(string).equals(Set.of(new Use(split, 0)))) {
            return null;
        }
        StraightCode code = new StraightCode(method);
        AbstractInsnNode load = load(string, code);
        AbstractInsnNode at = code.next(load == null ? string : load);
        while (at != null && isConstant(at)) {
            at = code.next(at);
        }
        return split.equals(at) ? new SplitText(method, string, load) : null;
    }

    private static @Nullable AbstractInsnNode load(MethodInsnNode string, StraightCode code) {
        return code.next(string) instanceof VarInsnNode store
                        && store.getOpcode() == ASTORE
                        && code.next(store) instanceof VarInsnNode load
                        && load.getOpcode() == ALOAD
                        && load.var == store.var
                ? load
                : null;
    }

    private static boolean isConstant(AbstractInsnNode at) {
        return (at.getOpcode() >= ICONST_M1 && at.getOpcode() <= SIPUSH)
                || (at instanceof LdcInsnNode load
                        && (load.cst instanceof String || load.cst instanceof Integer));
    }

    /** Leaves the text on the stack instead, and null in the variable, whose type stays. */
    void remove() {
        if (load != null) {
            method.instructions.remove(load);
            method.instructions.insert(string, new InsnNode(ACONST_NULL));
        }
        method.instructions.remove(string);
    }
}
