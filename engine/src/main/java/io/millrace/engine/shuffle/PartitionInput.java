package io.millrace.engine.shuffle;

import io.millrace.engine.record.RecordCursor;
import java.io.Closeable;
import java.io.IOException;

/** What a reduce attempt reads. Owned by the attempt, whose thread closes it. */
public final class PartitionInput implements Closeable {

    private final RecordCursor records;
    private final Closeable pins;
    private final Closeable buffers;
    private final long spilledRecords;

    /**
     * The records of a partition.
     *
     * @param pins keep what the cursor only reads; closed after it
     * @param buffers what the cursor writes to when it reads from disk; given back after it
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

    /** How many of them come from disk, plus those that were written again on the way. */
    public long spilledRecords() {
        return spilledRecords;
    }

    /**
     * Gives back what an attempt only reads, for one whose thread does not stop: others' memory
     * must not wait for it, and what it reads now is not kept. The buffers that it may still write
     * to stay its own until it calls {@link #close}, should it ever return. May be called from any
     * thread.
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
