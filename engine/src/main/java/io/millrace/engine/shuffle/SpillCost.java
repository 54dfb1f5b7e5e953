package io.millrace.engine.shuffle;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The time that a spilled byte costs until it is merged: as long again as the write took, whatever
 * the disk is. Thread-safe.
 */
final class SpillCost {

    /** Nanoseconds to write a byte, before enough were written: those of a disk. */
    private static final double USUAL = 5;

    private static final long LEAST_TO_MEASURE = 1 << 20;

    /** Each byte is written, then read and merged. */
    private static final int PASSES = 2;

    @GuardedBy("this")
    private long bytes;

    @GuardedBy("this")
    private long nanos;

    /** Adds a spill. */
    synchronized void add(long bytesWritten, long nanosTaken) {
        bytes += bytesWritten;
        nanos += nanosTaken;
    }

    /** Nanoseconds for so many bytes. */
    synchronized double of(long spilledBytes) {
        double each = bytes < LEAST_TO_MEASURE ? USUAL : (double) nanos / bytes;
        return PASSES * each * spilledBytes;
    }
}
