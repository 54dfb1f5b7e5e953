package io.millrace.hadoop.job.loader;

import io.millrace.hadoop.scope.TaskExit;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.util.ExitUtil;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Turns calls that would end the process into calls of {@link TaskExit}. Java no longer has
 * anything else that stops {@code System.exit}.
 */
final class ExitCalls extends TurnedCalls {

    private static final String TARGET = Type.getInternalName(TaskExit.class);
    private static final String RUNTIME = Type.getInternalName(Runtime.class);
    private static final Map<String, Set<String>> CALLS =
            Map.of(
                    Type.getInternalName(System.class),
                    Set.of("exit"),
                    RUNTIME,
                    Set.of("exit", "halt"),
                    Type.getInternalName(ExitUtil.class),
                    Set.of("terminate", "halt"));

    ExitCalls(MethodVisitor next, JobMethod method) {
        super(next, method);
    }

    /** Whether a method may be one of them. */
    static boolean concern(String owner, String name) {
        return CALLS.getOrDefault(owner, Set.of()).contains(name);
    }

    @Override
    @Nullable Handle insteadOf(Handle reference) {
        return reference.getTag() == Opcodes.H_INVOKEVIRTUAL
                ? instead(reference.getOwner(), reference.getName(), reference.getDesc())
                : super.insteadOf(reference);
    }

    @Override
    @Nullable Handle instead(String owner, String name, String descriptor) {
        return concern(owner, name)
                ? handle(TARGET, name, owner.equals(RUNTIME) ? RUNTIME : null, descriptor)
                : null;
    }
}
