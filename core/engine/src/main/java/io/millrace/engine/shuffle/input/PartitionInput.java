package io.millrace.engine.shuffle.input;

import io.millrace.engine.record.RecordCursor;
import java.io.Closeable;
import java.io.IOException;

/** The input of a reduce attempt. Owned by the attempt, whose thread closes it. */
public final class PartitionInput implements Closeable {

    private final RecordCursor records;
    private final Closeable pins;
    private final Closeable buffers;
    private final long spilledRecords;

    /**
     * The records of a partition.
     *
     * @param pins keep memory that the cursor only reads; closed after the cursor
     * @param buffers memory that the cursor writes to when it reads from disk; given back after the
     *     cursor
     */
    PartitionInput(RecordCursor records, Closeable pins, Closeable buffers, long spilledRecords) {
        this.records = records;
        this.pins = pins;
        this.buffers = buffers;
        this.spilledRecords = spilledRecords;
    }

    /** The partition's records in key order. */
    public RecordCursor records() {
        return records;
    }

    /** Records that come from disk, plus records that were spilled during the merge. */
    public long spilledRecords() {
        return spilledRecords;
    }

    /**
     * Gives back memory that an attempt only reads, for an attempt whose thread does not stop:
     * others need that memory, and the attempt's results are discarded. The attempt keeps the
     * buffers that it may still write to, until its thread calls {@link #close}, if it ever
     * returns. May be called from any thread.
     */
    public void abandon() throws IOException {
        try (pins) {
            records.close();
        }
    }

    @Override
    public void close() throws IOException {
        try (buffers;
                pins) {
            records.close();
        }
    }
}
