package io.millrace.hadoop.task;

import io.millrace.formats.record.CursorIterator;
import java.io.IOException;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapred.Task;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's plug-in for reduce input, which reads the engine's merged records. Hadoop's {@code
 * ReduceTask} creates it by reflection and calls it on its own thread.
 */
public final class StockShuffle implements ShuffleConsumerPlugin<Object, Object> {

    private @Nullable Task task;

    @Override
    public void init(Context<Object, Object> context) {
        task = context.getReduceTask();
    }

    @Override
    public RawKeyValueIterator run() throws IOException {
        if (!(task instanceof StockReduceAttempt.Task ours)) {
            throw new IOException(getClass().getName() + " works only inside Millrace");
        }
        return new CursorIterator(ours.records(), share -> {});
    }

    @Override
    public void close() {}
}
