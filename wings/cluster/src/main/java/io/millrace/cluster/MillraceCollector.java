package io.millrace.cluster;

import io.millrace.cluster.map.EngineCollector;
import java.io.IOException;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's plug-in for map output: sorts and combines in Millrace's engine, and leaves the files
 * that the cluster's own shuffle serves. Name it first in {@code
 * mapreduce.job.map.output.collector.class}, and Hadoop's collector after it, which takes over when
 * this one declines a task.
 *
 * <p>Hadoop's map task creates it by reflection. Any of the mapper's threads may call {@link
 * #collect}; the task's thread calls the rest.
 */
public final class MillraceCollector implements MapOutputCollector<Object, Object> {

    private @Nullable EngineCollector collector;

    /**
     * Opens a collector for the task.
     *
     * @throws IOException if Hadoop's own collector has to do the work: the message says why
     */
    @Override
    public void init(Context context) throws IOException {
        try {
            collector = EngineCollector.open(context);
        } catch (LinkageError | RuntimeException e) {
            throw new IOException("Millrace does not collect the output of this map task: " + e, e);
        }
    }

    @Override
    public void collect(Object key, Object value, int partition)
            throws IOException, InterruptedException {
        opened().collect(key, value, partition);
    }

    @Override
    public void flush() throws IOException, InterruptedException {
        opened().flush();
    }

    @Override
    public void close() {
        opened().close();
    }

    private EngineCollector opened() {
        EngineCollector opened = collector;
        if (opened == null) {
            throw new IllegalStateException("the collector was not initialized");
        }
        return opened;
    }
}
