package io.millrace.hadoop.task;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's plug-in for map output, which feeds the engine's sink. Hadoop's {@code MapTask} creates
 * it by reflection and calls it on the mapper's threads.
 */
public final class StockCollector implements MapOutputCollector<Object, Object> {

    private @Nullable MapTask task;
    private @Nullable MapCollector collector;

    @Override
    public void init(Context context) throws IOException {
        MapTask task = context.getMapTask();
        if (!(task instanceof StockMapAttempt.Task ours)) {
            throw new IOException(
                    getClass().getName()
                            + " works only inside Millrace, not in "
                            + task.getClass().getName());
        }
        this.task = ours;
        collector = ours.openCollector(context.getReporter());
    }

    @Override
    public void collect(Object key, Object value, int partition)
            throws IOException, InterruptedException {
        open().collect(key, value, partition);
    }

    /** The engine seals its sink by itself, but the task fails if its output file is missing. */
    @Override
    public void flush() throws IOException {
        MapTask mapTask = task;
        if (mapTask != null) {
            Path file = mapTask.getMapOutputFile().getOutputFileForWrite(0);
            FileSystem.getLocal(mapTask.getConf()).create(file).close();
        }
    }

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
