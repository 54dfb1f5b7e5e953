package io.millrace.bytecode.rewrite;

import io.millrace.bytecode.state.StateCall;
import io.millrace.bytecode.state.StateCalls;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Puts a call of the runtime before each call that changes state of the process, and before code
 * that makes a reference to such a method. The calls themselves stay as compiled, except for those
 * that return a view of the state: the runtime returns its own. Does not see calls by reflection.
 */
final class StateGuards extends GuardedCalls {

    private static final String STRING = "Ljava/lang/String;";
    private static final String ANY = "before";

    private final String guards;
    private final String where;

    /**
     * Guards the calls in one method.
     *
     * @param guards the class with a static method for each guard
     */
    StateGuards(MethodVisitor next, JobMethod method, String guards) {
        super(next, method);
        this.guards = guards;
        this.where = method.owner().replace('/', '.') + "." + method.name();
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        StateCall call = isReached() ? StateCalls.of(owner, name, descriptor) : null;
        if (call != null && call.kind() == StateCall.Kind.VIEW) {
            call(opcode, guards, call.guard(), descriptor);
            return;
        }
        if (call != null) {
            guard(call, call.peeked(), call.guard());
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(
            String name, String descriptor, Handle bootstrap, Object... arguments) {
        Object[] guarded = arguments.clone();
        for (int i = 0; i < arguments.length; i++) {
            StateCall call =
                    arguments[i] instanceof Handle handle && isReached() ? of(handle) : null;
            if (call != null && call.kind() == StateCall.Kind.VALUE) {
                guard(call, "", ANY);
            } else if (call != null && call.kind() == StateCall.Kind.VIEW) {
                guarded[i] = instead((Handle) arguments[i], call);
            }
        }
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, guarded);
    }

    private Handle instead(Handle of, StateCall call) {
        return new Handle(of.getTag(), guards, call.guard(), of.getDesc(), false);
    }

    private static @Nullable StateCall of(Handle handle) {
        return StateCalls.of(handle.getOwner(), handle.getName(), handle.getDesc());
    }

    private void guard(StateCall call, String peeked, String guard) {
        int arguments = Type.getArgumentTypes("(" + peeked + ")V").length;
        if (arguments > 0) {
            super.visitInsn(arguments == 1 ? Opcodes.DUP : Opcodes.DUP2);
        }
        super.visitLdcInsn(call.call() + " in " + where);
        call(Opcodes.INVOKESTATIC, guards, guard, "(" + peeked + STRING + ")V");
    }
}
