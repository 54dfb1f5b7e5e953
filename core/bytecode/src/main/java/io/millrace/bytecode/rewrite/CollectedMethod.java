package io.millrace.bytecode.rewrite;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.MethodNode;

/** All instructions of a method, for a rewrite that has to see more than one at a time. */
abstract class CollectedMethod extends MethodNode {

    CollectedMethod(JobMethod method, @Nullable String signature, String @Nullable [] exceptions) {
        super(
                GuardedCalls.API,
                method.access(),
                method.name(),
                method.descriptor(),
                signature,
                exceptions);
    }
}
