package io.millrace.engine.spill;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import java.io.Closeable;
import java.io.IOException;

/** Reads all runs of a file one after the other through one open file. Used by one thread. */
public final class RunFileReader implements Closeable {

    private final OpenRuns open;

    /**
     * Opens the file.
     *
     * @param order gives the prefixes; lent
     * @param buffer the reader's buffer, of the size of the writer's buffer; lent until {@link
     *     #close}
     */
    public RunFileReader(RunFile runs, KeyOrder order, byte[] buffer) throws IOException {
        this.open = OpenRuns.of(runs, order, buffer);
    }

    /** The number of records of a partition. */
    public long records(int partition) {
        return open.runs().records(partition);
    }

    /** The run of a partition. The previous cursor must not be used any more. */
    public RecordCursor cursor(int partition) throws IOException {
        return new RunCursor(open, partition, false);
    }

    @Override
    public void close() throws IOException {
        open.close();
    }
}
