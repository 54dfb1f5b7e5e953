package io.millrace.engine.spill;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import java.io.Closeable;
import java.io.IOException;

/** Reads all runs of a file one after the other through one open file. Used by one thread. */
public final class RunFileReader implements Closeable {

    private final RunFile runs;
    private final RunBytes bytes;
    private final BlockFrame frame;
    private final KeyOrder order;
    private final byte[] buffer;

    /**
     * Opens the file.
     *
     * @param order gives the prefixes; lent
     * @param buffer the reader's buffer, of the size of the writer's buffer; lent until {@link
     *     #close}
     */
    public RunFileReader(RunFile runs, KeyOrder order, byte[] buffer) throws IOException {
        this.runs = runs;
        this.bytes = runs.open();
        this.frame = runs.table().newFrame();
        this.order = order;
        this.buffer = buffer;
    }

    /** The number of records of a partition. */
    public long records(int partition) {
        return runs.records(partition);
    }

    /** The run of a partition. The previous cursor must not be used any more. */
    public RecordCursor cursor(int partition) throws IOException {
        return new RunCursor(runs, partition, bytes, false, frame, order, buffer);
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
