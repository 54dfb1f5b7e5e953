package io.millrace.cluster.map;

import io.millrace.cluster.task.HadoopMembers;
import io.millrace.cluster.task.TaskDirectories;
import io.millrace.cluster.task.TaskEngine;
import io.millrace.engine.config.ByteSize;
import io.millrace.engine.job.remote.AttemptCollector;
import io.millrace.engine.job.remote.AttemptEngine;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.shuffle.input.PartitionInput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.task.MapCollector;
import io.millrace.hadoop.task.StockTask;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The output of one map task of Hadoop's, in an engine with as much memory as the task's sort
 * buffer would have. Any thread may {@link #collect}; the task's thread calls the rest.
 */
public final class EngineCollector implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(EngineCollector.class);
    private static final int DEFAULT_SORT_MB = 100;

    private final JobConf conf;
    private final MapTask task;
    private final Reporter reporter;
    private final AttemptCollector output;
    private final MapCollector collector;

    /** Closed from the last to the first. */
    private final Deque<Closeable> opened;

    private EngineCollector(
            MapOutputCollector.Context context,
            AttemptCollector output,
            MapCollector collector,
            Deque<Closeable> opened) {
        this.conf = context.getJobConf();
        this.task = context.getMapTask();
        this.reporter = context.getReporter();
        this.output = output;
        this.collector = collector;
        this.opened = opened;
    }

    /**
     * Opens the engine for a map task.
     *
     * @throws IOException if this Hadoop or this task's settings do not allow it
     */
    public static EngineCollector open(MapOutputCollector.Context context) throws IOException {
        HadoopMembers.MAP_SIDE.check();
        Deque<Closeable> opened = new ArrayDeque<>();
        boolean whole = false;
        try {
            EngineCollector collector = open(context, opened);
            whole = true;
            return collector;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the task was interrupted", e);
        } finally {
            if (!whole) {
                closeAll(opened);
            }
        }
    }

    private static EngineCollector open(MapOutputCollector.Context context, Deque<Closeable> opened)
            throws IOException, InterruptedException {
        JobConf conf = context.getJobConf();
        TaskAttemptID id = context.getMapTask().getTaskID();
        StockTask job = new StockTask(conf, id, context.getReporter());
        TaskDirectories directories = TaskDirectories.create(conf, id);
        opened.push(directories);
        JobShape shape = job.shape();
        long memory = (long) conf.getInt(MRJobConfig.IO_SORT_MB, DEFAULT_SORT_MB) << 20;
        AttemptEngine engine = TaskEngine.open(job, shape, conf, memory);
        opened.push(engine::close);
        AttemptGuard guard =
                new AttemptGuard(new AttemptId(TaskKind.MAP, id.getTaskID().getId(), id.getId()));
        AttemptCollector output = engine.collect(guard, job.combiner(), directories.paths());
        opened.push(output);
        MapCollector collector = job.collector(output.sink(), guard);
        LOG.info("Millrace collects, sorts and combines map output: {}", terms(shape, memory));
        return new EngineCollector(context, output, collector, opened);
    }

    /** How the output is collected, for the log. */
    private static String terms(JobShape shape, long memory) {
        String combiner =
                shape.accumulates()
                        ? "combines values in place"
                        : shape.combines() ? "calls the combiner" : "there is no combiner";
        return "memory %s (%s), %s, %s"
                .formatted(
                        ByteSize.format(memory),
                        MRJobConfig.IO_SORT_MB,
                        combiner,
                        shape.prefixed()
                                ? "sorts by prefixes of keys"
                                : "sorts with the job's comparator");
    }

    /** Collects one record; the caller may reuse both objects at once. */
    public void collect(Object key, Object value, int partition)
            throws IOException, InterruptedException {
        collector.collect(key, value, partition);
    }

    /**
     * Writes all records to the files of the task's output. Gives everything back if that fails,
     * because Hadoop does not close a collector whose flush has failed.
     */
    public void flush() throws IOException, InterruptedException {
        boolean written = false;
        try {
            collector.close();
            output.finish();
            output.publish();
            writeFiles();
            written = true;
        } finally {
            if (!written) {
                close();
            }
        }
    }

    private void writeFiles() throws IOException, InterruptedException {
        long expected = reporter.getCounter(TaskCounter.MAP_OUTPUT_BYTES).getValue();
        int partitions = conf.getNumReduceTasks();
        task.getSortPhase().addPhases(partitions);
        try (MapOutputFiles files = new MapOutputFiles(conf, task, expected, reporter)) {
            for (int partition = 0; partition < partitions; partition++) {
                try (PartitionInput input = output.open(partition)) {
                    files.append(input.records());
                }
                task.getSortPhase().startNextPhase();
            }
            files.finish();
            reporter.getCounter(TaskCounter.SPILLED_RECORDS)
                    .increment(files.records() + output.spilledRecords());
            reporter.getCounter(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES).increment(files.bytes());
        }
    }

    /** Gives everything back, whether or not the task succeeded. May be called twice. */
    @Override
    public void close() {
        try {
            closeAll(opened);
        } catch (IOException e) {
            LOG.warn("Cannot delete temporary files of {}", task.getTaskID(), e);
        }
    }

    private static void closeAll(Deque<Closeable> opened) throws IOException {
        @Nullable IOException failure = null;
        while (!opened.isEmpty()) {
            try {
                Objects.requireNonNull(opened.poll()).close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
