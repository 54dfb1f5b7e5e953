package io.millrace.bytecode.rewrite;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.tree.AbstractInsnNode;

/** Joins each {@link StringPair} whose calls follow each other immediately. */
final class StringPairs extends CollectedMethod {

    private final MethodVisitor turned;
    private final Set<Rewrite> rewrites;

    /**
     * Collects a method's code.
     *
     * @param turned receives the rewritten code at the end
     */
    StringPairs(
            MethodVisitor turned,
            Set<Rewrite> rewrites,
            JobMethod method,
            @Nullable String signature,
            String @Nullable [] exceptions) {
        super(method, signature, exceptions);
        this.turned = turned;
        this.rewrites = rewrites;
    }

    @Override
    public void visitEnd() {
        for (AbstractInsnNode each : instructions.toArray()) {
            StringPair pair = StringPair.at(each);
            if (pair != null && rewrites.contains(pair.rewrite())) {
                instructions.remove(each.getNext());
                instructions.set(each, pair.joined());
            }
        }
        accept(turned);
    }
}
