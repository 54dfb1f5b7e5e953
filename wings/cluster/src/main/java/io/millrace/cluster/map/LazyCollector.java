package io.millrace.cluster.map;

import io.millrace.cluster.config.ClusterKeys;
import io.millrace.cluster.task.HadoopMembers;
import io.millrace.engine.config.ByteSize;
import java.io.IOException;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The output of one map task of Hadoop's. It is held until it is worth an engine ({@link
 * ClusterKeys#ENGINE_FROM}), which then takes it over. Hadoop's collector sorts an output that
 * stays below, and takes over from an engine that cannot be opened. Any thread may {@link
 * #collect}; the task's thread calls the rest.
 */
public final class LazyCollector {

    private static final Logger LOG = LoggerFactory.getLogger(LazyCollector.class);

    private final MapOutputCollector.Context context;
    private final long engineFrom;
    private final Counters.Counter recordCounter;
    private final Counters.Counter byteCounter;

    /** Null once another collector has taken over. */
    private @Nullable HeldOutput held;

    /** Written once, under the lock. */
    private volatile @Nullable EngineCollector engine;

    private @Nullable HadoopCollector hadoops;

    /** Why records that were held are lost; null if none are. */
    private @Nullable Throwable loss;

    private boolean flushed;

    private LazyCollector(MapOutputCollector.Context context, long engineFrom, HeldOutput held) {
        this.context = context;
        this.engineFrom = engineFrom;
        this.recordCounter = context.getReporter().getCounter(TaskCounter.MAP_OUTPUT_RECORDS);
        this.byteCounter = context.getReporter().getCounter(TaskCounter.MAP_OUTPUT_BYTES);
        this.held = held;
    }

    /**
     * Opens a collector for a map task.
     *
     * @throws IOException if this Hadoop or this task's settings do not allow it
     */
    public static LazyCollector open(MapOutputCollector.Context context) throws IOException {
        HadoopMembers.MAP_SIDE.check();
        JobConf conf = context.getJobConf();
        long engineFrom = ClusterKeys.ENGINE_FROM.in(conf::get);
        LazyCollector collector = new LazyCollector(context, engineFrom, new HeldOutput(conf));
        if (engineFrom == 0) {
            collector.engine = openEngine(context);
            collector.held = null;
        } else {
            conf.getOutputKeyComparator(); // Keys without an order fail before the mapper runs.
        }
        return collector;
    }

    private static EngineCollector openEngine(MapOutputCollector.Context context)
            throws IOException {
        EngineCollector opened = EngineCollector.open(context);
        LOG.info("Millrace collects, sorts and combines map output: {}", opened.terms());
        return opened;
    }

    /** Collects one record; the caller may reuse both objects at once. */
    public void collect(Object key, Object value, int partition)
            throws IOException, InterruptedException {
        EngineCollector opened = engine;
        if (opened == null) {
            opened = hold(key, value, partition);
        }
        if (opened != null) {
            opened.collect(key, value, partition);
        }
    }

    /** Takes the record, or returns the engine, which another thread has opened meanwhile. */
    private synchronized @Nullable EngineCollector hold(Object key, Object value, int partition)
            throws IOException, InterruptedException {
        checkOpen();
        HeldOutput holding = held;
        if (holding != null) {
            byteCounter.increment(holding.add(key, value, partition));
            recordCounter.increment(1);
            context.getReporter().progress();
            if (holding.sizeBytes() >= engineFrom) {
                handOver(holding, true);
            }
            return null;
        }
        HadoopCollector hadoop = hadoops;
        if (hadoop != null) {
            hadoop.collect(key, value, partition);
            return null;
        }
        return engine;
    }

    private void checkOpen() throws IOException {
        if (flushed) {
            throw new IOException(
                    "a record was emitted after its map task "
                            + context.getMapTask().getTaskID()
                            + " had ended");
        }
        checkWhole();
    }

    /** A mapper may have caught the failure: its task fails even so. */
    private void checkWhole() throws IOException {
        if (loss != null) {
            throw new IOException("map output is lost since a collector failed: " + loss, loss);
        }
    }

    private void handOver(HeldOutput holding, boolean toEngine)
            throws IOException, InterruptedException {
        held = null;
        recordCounter.increment(-holding.records()); // who takes them over counts them
        byteCounter.increment(-holding.bytes());
        try {
            EngineCollector opened = toEngine ? tryEngine() : null;
            if (opened == null) {
                hadoops = HadoopCollector.after(holding, context);
            } else {
                engine = opened;
                holding.replay(opened::collectSerialized);
            }
        } catch (Throwable e) {
            loss = e;
            throw e;
        }
    }

    private @Nullable EngineCollector tryEngine() {
        try {
            return openEngine(context);
        } catch (IOException | LinkageError | RuntimeException e) {
            LOG.warn("Millrace does not collect the output of this map task", e);
            return null;
        }
    }

    /** Writes all records to the files of the task's output. */
    public void flush() throws IOException, InterruptedException {
        HadoopCollector hadoop = end();
        EngineCollector opened = engine;
        if (hadoop != null) {
            hadoop.flush();
        } else if (opened != null) {
            opened.flush();
        }
    }

    /** Returns Hadoop's collector, unless the engine has the records. */
    private synchronized @Nullable HadoopCollector end() throws IOException, InterruptedException {
        checkWhole();
        flushed = true;
        HeldOutput holding = held;
        if (holding != null) {
            LOG.info(
                    "Hadoop's collector sorts and combines the output of this map task: {} records are too few for Millrace's engine, which starts from {} ({})",
                    holding.records(),
                    ByteSize.format(engineFrom),
                    ClusterKeys.ENGINE_FROM.name());
            handOver(holding, false);
        }
        return hadoops;
    }

    /** Gives everything back, whether or not the task succeeded. May be called twice. */
    public synchronized void close() {
        EngineCollector opened = engine;
        if (opened != null) {
            opened.close();
        }
        HadoopCollector hadoop = hadoops;
        if (hadoop != null) {
            hadoop.close();
        }
    }
}
