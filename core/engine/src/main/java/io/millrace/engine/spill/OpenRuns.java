package io.millrace.engine.spill;

import io.millrace.engine.record.KeyOrder;
import java.io.Closeable;
import java.io.IOException;

/**
 * Runs that are open for one reader. Used by one thread.
 *
 * @param bytes the bytes of the runs; at any position
 * @param frame decodes their blocks
 * @param order gives the prefixes; lent
 * @param buffer of the size of the writer's buffer; lent
 */
record OpenRuns(RunSource runs, RunBytes bytes, BlockFrame frame, KeyOrder order, byte[] buffer)
        implements Closeable {

    static OpenRuns of(RunSource runs, KeyOrder order, byte[] buffer) throws IOException {
        return new OpenRuns(runs, runs.open(), runs.table().newFrame(), order, buffer);
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
