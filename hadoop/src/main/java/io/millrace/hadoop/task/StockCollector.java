package io.millrace.hadoop.task;

import java.io.IOException;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's plug-in for map output, feeding the engine's sink. Hadoop's {@code MapTask} makes it by
 * reflection and calls it on the mapper's threads.
 */
public final class StockCollector implements MapOutputCollector<Object, Object> {

    private @Nullable MapCollector collector;

    @Override
    public void init(Context context) throws IOException {
        MapTask task = context.getMapTask();
        if (!(task instanceof StockMapAttempt.Task ours)) {
            throw new IOException(getClass().getName() + " works inside Millrace only, not in " + task.getClass().getName());
        }
        collector = ours.openCollector();
    }

    @Override
    public void collect(Object key, Object value, int partition) throws IOException, InterruptedException {
        open().collect(key, value, partition);
    }

    /** Nothing to do: the engine seals its sink by itself when the task has ended. */
    @Override
    public void flush() {}

    @Override
    public void close() {
        open().close();
    }

    private MapCollector open() {
        MapCollector opened = collector;
        if (opened == null) {
            throw new IllegalStateException("the collector was not initialized");
        }
        return opened;
    }
}
