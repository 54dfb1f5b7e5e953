package io.millrace.hadoop.task;

import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.task.AttemptDiscardedException;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.jspecify.annotations.Nullable;

/**
 * An attempt at a map task by Hadoop's own {@link MapTask}, with {@link StockCollector} in place of
 * its sort buffer: the slower reference for {@link FastMapAttempt}, correct by definition. The task
 * commits by itself at the end of its run.
 *
 * <p>The attempt's thread runs it; any thread may query its progress.
 */
final class StockMapAttempt implements MapAttempt {

    private final AttemptFrame frame;
    private final @Nullable Combiner combiner;
    private volatile @Nullable Task task;

    StockMapAttempt(AttemptFrame frame) {
        this.frame = frame;
        this.combiner = frame.mapCombiner();
    }

    @Override
    public void run(@Nullable RecordSink output) throws Exception {
        frame.work(
                "stock runner",
                () -> {
                    frame.makeLocalDirectory();
                    JobConf conf = frame.conf();
                    conf.setClass(
                            MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR,
                            StockCollector.class,
                            MapOutputCollector.class);
                    Task made = new Task(frame, output);
                    task = made;
                    made.localizeConfiguration(conf);
                    made.setConf(conf);
                    HadoopUmbilical umbilical = new HadoopUmbilical(frame.status());
                    try {
                        made.run(conf, umbilical);
                    } finally {
                        umbilical.takeCounters();
                    }
                    return null;
                });
    }

    /**
     * Hadoop's task has committed its output; if it may not be used, the next attempt's replaces
     * it.
     */
    @Override
    public void commit() throws AttemptDiscardedException, InterruptedException {
        frame.requireUntouched();
        frame.status().progress(1);
    }

    @Override
    public Throwable explain(Throwable failure) {
        return frame.explain(failure);
    }

    @Override
    public void abort(Throwable cause) {
        Task made = task;
        if (made != null) {
            frame.abort(made::abort);
        }
    }

    @Override
    public @Nullable Combiner combiner() {
        return combiner;
    }

    @Override
    public boolean ordersByItself() {
        return frame.ordersByItself();
    }

    /** Hadoop's map task, which leads its collector to the sink. */
    static final class Task extends MapTask {

        private final AttemptFrame frame;
        private final @Nullable RecordSink output;

        Task(AttemptFrame frame, @Nullable RecordSink output) {
            super("job.xml", frame.id(), frame.id().getTaskID().getId(), splitIndex(frame), 1);
            setEncryptedSpillKey(TokenCache.getEncryptedSpillKey(frame.conf().getCredentials()));
            this.frame = frame;
            this.output = output;
        }

        private static TaskSplitIndex splitIndex(AttemptFrame frame) {
            SerializedSplit split = frame.job().splits().get(frame.id().getTaskID().getId());
            Path submitDirectory = new Path(frame.conf().get(MRJobConfig.MAPREDUCE_JOB_DIR));
            return new TaskSplitIndex(
                    JobSubmissionFiles.getJobSplitFile(submitDirectory).toString(), split.offset());
        }

        /** Counts in the task's own counters, which its code sees. */
        MapCollector openCollector(Reporter reporter) throws IOException {
            RecordSink sink = output;
            if (sink == null) {
                throw new IllegalStateException("a map task without reducers has no collector");
            }
            return new MapCollector(
                    frame.conf(), frame.plan(), sink, frame.guard(), MapOutputCounts.of(reporter));
        }

        void abort() {
            HadoopAbort.abort(committer, taskContext);
        }
    }
}
