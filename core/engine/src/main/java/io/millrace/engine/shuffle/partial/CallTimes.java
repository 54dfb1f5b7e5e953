package io.millrace.engine.shuffle.partial;

import io.millrace.engine.run.SpillCost;

/**
 * Whether the calls of a partial reducer take less time than the spills that they save. They are
 * looked at in stretches of some megabytes; the first may take longer, since the code is not
 * compiled yet. Used under a lock of its owner.
 */
final class CallTimes {

    static final long STRETCH_BYTES = 4 << 20;

    /** How many times longer calls may take at first. */
    private static final int COLD = 4;

    private final SpillCost spills;
    private long before;
    private long saved;
    private long nanos;
    private boolean warm;
    private boolean pays = true;

    CallTimes(SpillCost spills) {
        this.spills = spills;
    }

    /**
     * Adds calls.
     *
     * @param bytesBefore bytes that the records would take on disk
     * @param bytesAfter the same for the results
     */
    void add(long bytesBefore, long bytesAfter, long nanosTaken) {
        before += bytesBefore;
        saved += bytesBefore - bytesAfter;
        nanos += nanosTaken;
        if (before >= STRETCH_BYTES) {
            pays &= nanos <= (warm ? 1 : COLD) * spills.of(saved);
            warm = true;
            before = 0;
            saved = 0;
            nanos = 0;
        }
    }

    /** False as soon as one stretch took longer than what it saved. */
    boolean pays() {
        return pays;
    }
}
