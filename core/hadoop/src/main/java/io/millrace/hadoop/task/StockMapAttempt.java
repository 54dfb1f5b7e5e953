package io.millrace.hadoop.task;

import io.millrace.engine.job.MapAttempt;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.task.AttemptDiscardedException;
import java.io.IOException;
import java.util.concurrent.Callable;
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
 * An attempt at a map task by Hadoop's own {@link MapTask}: with {@link StockCollector} in place of
 * its sort buffer, as the slower reference for {@link FastMapAttempt}, correct by definition; or
 * with the job's or Hadoop's collector, which writes its output to a file. The task commits by
 * itself at the end of its run.
 *
 * <p>The attempt's thread runs it; any thread may query its progress.
 */
final class StockMapAttempt implements MapAttempt {

    private final AttemptFrame frame;
    private final @Nullable HadoopPath path;
    private final @Nullable Combiner combiner;
    private volatile @Nullable Task task;

    /**
     * An attempt to be.
     *
     * @param path publishes the output if it goes to a file; null if it goes to the engine
     */
    StockMapAttempt(AttemptFrame frame, @Nullable HadoopPath path) {
        this.frame = frame;
        this.path = path;
        this.combiner = frame.mapCombiner();
    }

    @Override
    public void run(@Nullable RecordSink output) throws Exception {
        frame.work(
                "stock runner",
                () -> {
                    frame.makeLocalDirectory();
                    JobConf conf = frame.conf();
                    if (path == null) {
                        conf.setClass(
                                MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR,
                                StockCollector.class,
                                MapOutputCollector.class);
                    } else {
                        frame.status().countsOutputItself();
                    }
                    Task made = new Task(frame, output);
                    task = made;
                    made.localizeConfiguration(conf);
                    made.setConf(conf);
                    StockUmbilical umbilical = new StockUmbilical(frame.status());
                    try {
                        run(made, umbilical);
                    } finally {
                        umbilical.takeCounters();
                    }
                    return null;
                });
    }

    private void run(Task made, StockUmbilical umbilical) throws Exception {
        Callable<Boolean> run =
                () -> {
                    made.run(frame.conf(), umbilical);
                    return true;
                };
        if (path == null) {
            run.call();
        } else {
            path.takeTurn(frame.status(), run);
        }
    }

    /**
     * Hadoop's task has committed its output; if it may not be used, the next attempt's replaces
     * it.
     */
    @Override
    public void commit() throws AttemptDiscardedException, InterruptedException {
        frame.requireUntouched();
        Task made = task;
        if (path != null && made != null) {
            path.publish(frame.id(), made.getMapOutputFile());
        }
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
            StockAbort.abort(committer, taskContext);
        }
    }
}
