package io.millrace.engine.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Says which phase a thread is in, where phases change with every record. The thread marks each
 * change with a plain store, which costs it nothing that can be measured; the {@link Sampler} looks
 * at the mark now and then. So a loop needs no clock, and none of its records is treated
 * differently from the others. Marks of several threads at once are taken as they come.
 */
public final class PhaseMark {

    private static final Phase[] PHASES = Phase.values();
    private static final VarHandle PHASE = handle();

    /** Ordinal of the phase. Opaque: must not be left out of loops, and orders nothing. */
    @SuppressWarnings({"unused", "FieldMayBeFinal"}) // written through the handle
    private int phase;

    private static VarHandle handle() {
        try {
            return MethodHandles.lookup().findVarHandle(PhaseMark.class, "phase", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** From now on the thread is in {@code next}. */
    public void enter(Phase next) {
        PHASE.setOpaque(this, next.ordinal());
    }

    /** The phase entered last. */
    public Phase current() {
        return PHASES[(int) PHASE.getOpaque(this)];
    }
}
