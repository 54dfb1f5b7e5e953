package io.millrace.cluster;

import io.millrace.cluster.reduce.EngineMerge;
import io.millrace.cluster.reduce.ReduceInput;
import java.io.IOException;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.reduce.MergeManager;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's shuffle with Millrace's merge: Hadoop's own fetchers bring the map outputs, retry, and
 * report faults; the engine keeps, partially reduces and merges them. Name it in {@code
 * mapreduce.job.reduce.shuffle.consumer.plugin.class}. For a task that the engine cannot serve,
 * Hadoop's merge does the work.
 *
 * <p>Hadoop's reduce task creates it by reflection, and its thread calls all methods, except for
 * {@link #reportException}, which is thread-safe.
 */
public final class MillraceShuffle<K, V> extends Shuffle<K, V> {

    private static final Logger LOG = LoggerFactory.getLogger(MillraceShuffle.class);

    /** As {@code ClusterKeys.RETRY_ON_DISK}, which an old Java cannot load. */
    private static final String RETRY_ON_DISK = "millrace.cluster.reduce.retry.on.disk";

    private @Nullable EngineMerge<K, V> merge;

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // as in Hadoop's signature
    protected MergeManager<K, V> createMergeManager(ShuffleConsumerPlugin.Context context) {
        limitRetry(context.getJobConf(), context.getReduceId());
        try {
            ShuffleConsumerPlugin.Context<K, V> typed = context;
            EngineMerge<K, V> opened = ReduceInput.open(typed, this::reportException);
            merge = opened;
            return opened;
        } catch (IOException | LinkageError | RuntimeException e) {
            LOG.info("Millrace does not merge the input of this reduce task: {}", e.toString());
            return super.createMergeManager(context);
        }
    }

    /**
     * If the job says so, only the first attempt of a task keeps map outputs in memory while the
     * reducer runs: a reducer that needs the whole heap fails once, and not for good. Holds for
     * Hadoop's merge, too.
     */
    static void limitRetry(JobConf conf, TaskAttemptID attempt) {
        if (attempt.getId() > 0 && conf.getBoolean(RETRY_ON_DISK, false)) {
            conf.setFloat(MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT, 0);
        }
    }

    @Override
    public RawKeyValueIterator run() throws IOException, InterruptedException {
        boolean ran = false;
        try {
            RawKeyValueIterator records = super.run();
            ran = true;
            return records;
        } finally {
            if (!ran) {
                release();
            }
        }
    }

    @Override
    public void close() {
        release();
        super.close();
    }

    private void release() {
        EngineMerge<K, V> opened = merge;
        if (opened != null) {
            opened.release();
        }
    }
}
