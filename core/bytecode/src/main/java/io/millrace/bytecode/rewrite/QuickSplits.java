package io.millrace.bytecode.rewrite;

import static org.objectweb.asm.Opcodes.BIPUSH;
import static org.objectweb.asm.Opcodes.ICONST_0;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import io.millrace.bytecode.flow.ArrayReads;
import io.millrace.bytecode.flow.ValueFlow;
import io.millrace.bytecode.quick.QuickSplit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Replaces calls of {@code String.split} with a constant separator by calls of {@link QuickSplit},
 * if the method only reads the array's length and elements at constant indices. If the string is
 * that of a text, and created just before for this purpose only, it is not created.
 *
 * <p>Follows {@link QuickCalls}, whose null check of the text stays where it is.
 */
final class QuickSplits extends CollectedMethod {

    static final String QUICK_SPLIT = Type.getInternalName(QuickSplit.class);
    static final String SPLIT = "split";

    private static final String STRING = Type.getInternalName(String.class);
    private static final String ARRAY = ")[L" + STRING + ";";
    private static final String TEXT = Type.getDescriptor(Text.class);
    private static final String OF_PATTERN = "(L" + STRING + ";" + ARRAY;
    private static final String OF_LIMIT = "(L" + STRING + ";I" + ARRAY;
    private static final String REPLACEMENT = "L" + STRING + ";IIJ" + ARRAY;

    private final SplitCalls turned;
    private final boolean texts;
    private final String owner;

    /**
     * Collects a method's code.
     *
     * @param next receives the rewritten code at the end
     */
    QuickSplits(
            MethodVisitor next,
            Set<Rewrite> rewrites,
            JobMethod method,
            @Nullable String signature,
            String @Nullable [] exceptions) {
        super(method, signature, exceptions);
        turned = new SplitCalls(next, method);
        texts = rewrites.contains(Rewrite.SPLIT_TEXT);
        owner = method.owner();
    }

    /** Whether a call of this method may be replaced. */
    static boolean concern(String owner, String name) {
        return owner.equals(STRING) && name.equals(SPLIT);
    }

    @Override
    public void visitEnd() {
        List<MethodInsnNode> calls = new ArrayList<>();
        for (AbstractInsnNode each : instructions) {
            if (each instanceof MethodInsnNode call && isSplit(call)) {
                calls.add(call);
            }
        }
        if (!calls.isEmpty()) {
            turn(calls);
        }
        accept(turned);
    }

    private static boolean isSplit(MethodInsnNode call) {
        return concern(call.owner, call.name)
                && (call.desc.equals(OF_PATTERN) || call.desc.equals(OF_LIMIT));
    }

    private void turn(List<MethodInsnNode> calls) {
        ValueFlow flow;
        try {
            flow = ValueFlow.in(owner, this);
        } catch (AnalyzerException | RuntimeException e) {
            return; // The JVM will say what is wrong with the code.
        }
        for (MethodInsnNode call : calls) {
            OptionalLong read = ArrayReads.of(call, flow);
            int separator = flow.isReached(call) ? separator(call, flow) : SplitPatterns.NONE;
            if (read.isPresent() && separator != SplitPatterns.NONE) {
                SplitText text = texts ? SplitText.of(call, this, flow) : null;
                if (text != null) {
                    text.remove();
                }
                replace(call, text != null, separator, read.getAsLong());
            }
        }
    }

    private static int separator(MethodInsnNode call, ValueFlow flow) {
        Set<AbstractInsnNode> sources = flow.sources(call, 1);
        return sources.size() == 1
                        && sources.iterator().next() instanceof LdcInsnNode constant
                        && constant.cst instanceof String regex
                ? SplitPatterns.separator(regex)
                : SplitPatterns.NONE;
    }

    private void replace(MethodInsnNode call, boolean ofText, int separator, long read) {
        InsnList code = new InsnList();
        if (!ofText) {
            code.add(
                    new MethodInsnNode(
                            INVOKESTATIC, QUICK_SPLIT, SplitCalls.CHECK, call.desc, false));
        }
        if (call.desc.equals(OF_PATTERN)) {
            code.add(new InsnNode(ICONST_0));
        }
        code.add(new IntInsnNode(BIPUSH, separator));
        code.add(new LdcInsnNode(read));
        instructions.insertBefore(call, code);
        String receiver = ofText ? TEXT : "L" + STRING + ";";
        instructions.set(
                call,
                new MethodInsnNode(
                        INVOKESTATIC, QUICK_SPLIT, SPLIT, "(" + receiver + REPLACEMENT, false));
    }
}
