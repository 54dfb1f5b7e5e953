package io.millrace.records.scan;

import io.millrace.engine.task.Cancellation;
import java.io.Closeable;
import java.io.IOException;

/**
 * The records of a split that are the job's, one after the other, for the readers of both APIs. A
 * subclass reads the records of one format, and says which are the job's. Used by one thread at a
 * time.
 *
 * @param <V> a record
 */
public abstract class RecordScan<V> implements Closeable {

    private final Cancellation cancellation = Cancellation.here();
    private final Runnable counts;

    /**
     * A scan to be.
     *
     * @param counts adds to the task's counters what the scan has counted; called at the end of the
     *     split, and on close
     */
    protected RecordScan(Runnable counts) {
        this.counts = counts;
    }

    /**
     * Moves to the next record of the job; false if there are no more.
     *
     * @throws IOException if the file is damaged; the message names the place
     */
    public final boolean next() throws IOException {
        while (advance()) {
            cancellation.record();
            if (matches()) {
                return true;
            }
        }
        counts.run();
        return false;
    }

    /** Moves to the next record of the split; false if there are no more. */
    protected abstract boolean advance() throws IOException;

    /** Whether the current record is one of the job's. Counts it otherwise. */
    protected abstract boolean matches() throws IOException;

    /** The record that {@link #next} moves, always the same object. */
    public abstract V record();

    /** The key that the mapper gets with the record: the record's number, or an offset. */
    public abstract long key();

    /** The share of the split that has been read, from 0 to 1. */
    public abstract float progress() throws IOException;

    /** Closes the file. */
    protected abstract void closeFile() throws IOException;

    @Override
    public final void close() throws IOException {
        counts.run();
        closeFile();
    }
}
