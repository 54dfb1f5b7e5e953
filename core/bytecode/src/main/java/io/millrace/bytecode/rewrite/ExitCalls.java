package io.millrace.bytecode.rewrite;

import java.util.Map;
import java.util.Set;
import org.apache.hadoop.util.ExitUtil;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Replaces calls that would end the process by calls of the runtime. Java has no other means left
 * to stop {@code System.exit}.
 */
public final class ExitCalls extends ReplacedCalls {

    private static final String RUNTIME = Type.getInternalName(Runtime.class);
    private static final Map<String, Set<String>> CALLS =
            Map.of(
                    Type.getInternalName(System.class),
                    Set.of("exit"),
                    RUNTIME,
                    Set.of("exit", "halt"),
                    Type.getInternalName(ExitUtil.class),
                    Set.of("terminate", "halt"));

    private final String exits;

    /**
     * Replaces the calls in one method.
     *
     * @param exits the class whose static methods of the same names are called instead
     */
    ExitCalls(MethodVisitor next, JobMethod method, String exits) {
        super(next, method);
        this.exits = exits;
    }

    /** Whether a call of this method may be replaced. */
    public static boolean concern(String owner, String name) {
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
                ? handle(exits, name, owner.equals(RUNTIME) ? RUNTIME : null, descriptor)
                : null;
    }
}
