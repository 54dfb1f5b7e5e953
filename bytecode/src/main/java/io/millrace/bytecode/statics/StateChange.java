package io.millrace.bytecode.statics;

import io.millrace.bytecode.state.StateCall;
import io.millrace.bytecode.state.StateCalls;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * A change that tasks make to a value of the process.
 *
 * @param call the call, and the method with it, for people
 * @param once whether a class makes it when it is initialized, so that a later task that shares the
 *     class does not make it again
 */
public record StateChange(String call, boolean once) {

    /** The first change in the reachable code, rather one that is made once; null if none. */
    static @Nullable StateChange in(Reach reach) {
        StateChange found = null;
        for (Reach.Method method : reach.methods()) {
            String call = in(method);
            if (call != null && method.initializer()) {
                return new StateChange(call, true);
            }
            if (call != null && found == null) {
                found = new StateChange(call, false);
            }
        }
        return found;
    }

    private static @Nullable String in(Reach.Method method) {
        for (AbstractInsnNode at : method.node().instructions) {
            StateCall call = in(at);
            if (call != null && call.kind() == StateCall.Kind.VALUE) {
                return call.call() + " is called in " + method;
            }
        }
        return null;
    }

    private static @Nullable StateCall in(AbstractInsnNode at) {
        if (at instanceof MethodInsnNode made) {
            return StateCalls.of(made.owner, made.name, made.desc);
        }
        if (at instanceof InvokeDynamicInsnNode dynamic) {
            for (Object each : dynamic.bsmArgs) {
                if (each instanceof Handle to) {
                    return StateCalls.of(to.getOwner(), to.getName(), to.getDesc());
                }
            }
        }
        return null;
    }
}
