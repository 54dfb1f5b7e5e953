package io.millrace.engine.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The current phase of a thread whose phase changes with every record. The thread marks each change
 * with a plain store, at no measurable cost; the {@link Sampler} reads the mark at intervals. So a
 * loop needs no clock, and all its records are treated alike. If several threads mark at once, the
 * last mark counts.
 */
public final class PhaseMark {

    private static final Phase[] PHASES = Phase.values();
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    /**
     * Elements of two cache lines, so that another attempt's mark is never so near that both slow
     * down.
     */
    private static final int AWAY = 32;

    /**
     * The phase's ordinal, alone in its cache line. The fence after a store only keeps the compiler
     * from removing the store from loops. An opaque store means just that, but before the second
     * compiler has compiled the code, it is executed as a volatile store, which empties the
     * processor's store buffer.
     */
    private final int[] phase = new int[2 * AWAY];

    /** Marks that the thread is in {@code next}. */
    public void enter(Phase next) {
        phase[AWAY] = next.ordinal();
        VarHandle.releaseFence();
    }

    /** The current phase. */
    public Phase current() {
        return PHASES[(int) ELEMENT.getOpaque(phase, AWAY)];
    }
}
