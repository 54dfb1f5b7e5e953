package io.millrace.engine.run;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The time that a spilled byte costs until it is merged: as long again as the write took, whatever
 * the disk is. Thread-safe.
 */
public final class SpillCost {

    /** The first spills take longer, because their code is not compiled yet. */
    private static final long LEAST_TO_MEASURE = 16 << 20;

    /** Each byte is written, then read and merged. */
    private static final int PASSES = 2;

    /**
     * Nanoseconds that a record costs to be read, merged, given to a partial reducer, and written
     * again, whatever that reducer does.
     */
    private static final int LEAST_CALL_NANOS = 1000;

    @GuardedBy("this")
    private long bytes;

    @GuardedBy("this")
    private long records;

    @GuardedBy("this")
    private long nanos;

    @GuardedBy("this")
    private boolean impossible;

    /** Adds a spill. */
    public synchronized void add(long bytesWritten, long recordsWritten, long nanosTaken) {
        bytes += bytesWritten;
        records += recordsWritten;
        nanos += nanosTaken;
    }

    /** Notes that the disk takes nothing more: any call costs less than that. */
    public synchronized void impossible() {
        impossible = true;
    }

    /** Nanoseconds for so many bytes; 0 before anything was spilled. */
    public synchronized double of(long spilledBytes) {
        if (impossible) {
            return Double.POSITIVE_INFINITY;
        }
        return bytes == 0 ? 0 : PASSES * (double) nanos / bytes * spilledBytes;
    }

    /** Whether so much was spilled that the cost is known. */
    public synchronized boolean known() {
        return bytes >= LEAST_TO_MEASURE;
    }

    /**
     * Whether a call can take less time than the spills that it saves. Until the cost is known, it
     * cannot: what is spilled first shows how fast the disk is.
     */
    public synchronized boolean exceedsCalls() {
        return impossible || (known() && PASSES * nanos > LEAST_CALL_NANOS * records);
    }
}
