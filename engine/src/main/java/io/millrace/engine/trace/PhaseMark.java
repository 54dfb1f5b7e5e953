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
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    /** Elements of two cache lines: no other attempt's mark lies so near, which would slow both. */
    private static final int AWAY = 32;

    /**
     * The phase's ordinal, with nothing else in its cache line. The fence behind a store only keeps
     * the compiler from leaving it out of loops. An opaque store says just that, but until the
     * second compiler comes to the code it is made as a volatile one, which empties the processor's
     * store buffer.
     */
    private final int[] phase = new int[2 * AWAY];

    /** From now on the thread is in {@code next}. */
    public void enter(Phase next) {
        phase[AWAY] = next.ordinal();
        VarHandle.releaseFence();
    }

    /** The phase entered last. */
    public Phase current() {
        return PHASES[(int) ELEMENT.getOpaque(phase, AWAY)];
    }
}
