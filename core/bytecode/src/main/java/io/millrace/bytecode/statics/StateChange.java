package io.millrace.bytecode.statics;

import io.millrace.bytecode.state.StateCall;
import io.millrace.bytecode.state.StateCalls;
import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
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

    private static final Pattern CHANGES =
            Pattern.compile(
                    "java/util/(Properties|Hashtable|Dictionary|Map)"
                            + "\\.(set|put|remove|clear|load|replace|compute|merge).*");

    /** The first change in the reachable code, rather one that is made once; null if none. */
    static @Nullable StateChange in(Reach reach, Values values) throws UnreadableException {
        StateChange found = null;
        for (Reach.Method method : reach.methods()) {
            String call = in(method, values);
            if (call != null && method.initializer()) {
                return new StateChange(call, true);
            }
            if (call != null && found == null) {
                found = new StateChange(call, false);
            }
        }
        return found;
    }

    private static @Nullable String in(Reach.Method method, Values values)
            throws UnreadableException {
        for (AbstractInsnNode at : method.node().instructions) {
            StateCall call = in(at);
            if (call != null && call.kind() == StateCall.Kind.VALUE) {
                return call.call() + " is called in " + method;
            }
            Called called = Called.in(at);
            if (called != null
                    && CHANGES.matcher(called.toString()).matches()
                    && isOfSystem(method, at, values)) {
                return "System.getProperties()." + called.name() + " is called in " + method;
            }
        }
        return null;
    }

    /** Whether the object of a call, or of a reference, may be the one that the system has. */
    private static boolean isOfSystem(Reach.Method method, AbstractInsnNode at, Values values)
            throws UnreadableException {
        int below = at instanceof MethodInsnNode call ? Type.getArgumentTypes(call.desc).length : 0;
        boolean holds = at instanceof MethodInsnNode || holdsObject(at);
        return holds && values.in(method).sources(at, below).stream().anyMatch(StateChange::isView);
    }

    private static boolean holdsObject(AbstractInsnNode at) {
        return at instanceof InvokeDynamicInsnNode made
                && Type.getArgumentTypes(made.desc).length == 1;
    }

    private static boolean isView(Object from) {
        StateCall call = from instanceof MethodInsnNode made ? in(made) : null;
        return call != null && call.kind() == StateCall.Kind.VIEW;
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
