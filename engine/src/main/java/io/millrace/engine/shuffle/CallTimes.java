package io.millrace.engine.shuffle;

/**
 * Whether the calls of a partial reducer on chunks take less time than the spills that they save.
 * They are looked at in stretches of some megabytes; the first does not count, since the code is
 * not compiled yet. Used under a lock of its owner.
 */
final class CallTimes {

    static final long STRETCH_BYTES = 4 << 20;

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
     * Adds calls on a chunk.
     *
     * @param bytesBefore bytes that the chunk would take on disk
     * @param bytesAfter the same for the results
     */
    void add(long bytesBefore, long bytesAfter, long nanosTaken) {
        before += bytesBefore;
        saved += bytesBefore - bytesAfter;
        nanos += nanosTaken;
        if (before >= STRETCH_BYTES) {
            pays &= !warm || nanos <= spills.of(saved);
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
