package io.millrace.engine.shuffle;

import io.millrace.engine.record.RecordCursor;
import java.io.Closeable;
import java.io.IOException;

/**
 * What a reduce attempt reads. Owned by the attempt, which closes it.
 *
 * @param records the partition's records in key order
 * @param spilledRecords how many of them come from disk, plus those that were written again on the
 *     way
 */
public record PartitionInput(RecordCursor records, long spilledRecords) implements Closeable {

    @Override
    public void close() throws IOException {
        records.close();
    }
}
