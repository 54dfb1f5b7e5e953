package io.millrace.engine.spill;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import java.io.Closeable;
import java.io.IOException;

/**
 * Reads the runs of a file one after the other through one open file, for whoever needs them all.
 * Used by one thread.
 */
public final class RunFileReader implements Closeable {

    private final RunFile runs;
    private final RunBytes bytes;
    private final Frame frame;
    private final KeyOrder order;
    private final byte[] buffer;

    /**
     * Opens the file.
     *
     * @param order gives the prefixes; lent
     * @param buffer what the reader works in, of the size that the writer's had; lent until {@link
     *     #close}
     */
    public RunFileReader(RunFile runs, KeyOrder order, byte[] buffer) throws IOException {
        this.runs = runs;
        this.bytes = runs.open();
        this.frame = runs.table().newFrame();
        this.order = order;
        this.buffer = buffer;
    }

    /** How many records a partition has. */
    public long records(int partition) {
        return runs.records(partition);
    }

    /** The run of a partition. The cursor before it must not be used any more. */
    public RecordCursor cursor(int partition) throws IOException {
        return new RunCursor(runs, partition, bytes, false, frame, order, buffer);
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
