package io.millrace.hadoop.task;

import io.millrace.engine.job.ReduceAttempt;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.AttemptDiscardedException;
import java.util.concurrent.Callable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ReduceTask;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.jspecify.annotations.Nullable;

/**
 * An attempt at a reduce task by Hadoop's own {@link ReduceTask}: with {@link StockShuffle} in
 * place of its shuffle, as the reference for {@link FastReduceAttempt}; or with the job's or
 * Hadoop's shuffle over files. The task commits by itself at the end of its run.
 *
 * <p>The attempt's thread runs it; any thread may query its progress.
 */
final class StockReduceAttempt implements ReduceAttempt {

    private final AttemptFrame frame;
    private final @Nullable HadoopPath path;
    private volatile @Nullable Task task;

    /**
     * An attempt to be.
     *
     * @param path its input, if map output is in files; null if the engine has it
     */
    StockReduceAttempt(AttemptFrame frame, @Nullable HadoopPath path) {
        this.frame = frame;
        this.path = path;
    }

    @Override
    public void run(ReduceInput input) throws Exception {
        frame.work(
                "stock runner",
                () -> {
                    frame.makeLocalDirectory();
                    JobConf conf = frame.conf();
                    Task made = new Task(frame, input.records());
                    plugShuffleInto(made, input);
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

    private void plugShuffleInto(Task made, ReduceInput input) {
        JobConf conf = frame.conf();
        HadoopPath shared = path;
        if (shared == null) {
            ShuffleCounts.add(frame, input.statistics());
            conf.setClass(
                    MRConfig.SHUFFLE_CONSUMER_PLUGIN,
                    StockShuffle.class,
                    ShuffleConsumerPlugin.class);
            return;
        }
        frame.status().countsOutputItself();
        made.setLocalMapFiles(shared.mapOutputs());
        if (conf.getClass(MRConfig.SHUFFLE_CONSUMER_PLUGIN, Shuffle.class) == Shuffle.class) {
            conf.setClass(
                    MRConfig.SHUFFLE_CONSUMER_PLUGIN,
                    FileShuffle.class,
                    ShuffleConsumerPlugin.class);
        }
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

    /** Hadoop's reduce task, which leads its shuffle to the records. */
    static final class Task extends ReduceTask {

        private final RecordCursor records;

        Task(AttemptFrame frame, RecordCursor records) {
            super(
                    "job.xml",
                    frame.id(),
                    frame.id().getTaskID().getId(),
                    frame.job().splits().size(),
                    1);
            setEncryptedSpillKey(TokenCache.getEncryptedSpillKey(frame.conf().getCredentials()));
            this.records = records;
        }

        RecordCursor records() {
            return records;
        }

        void abort() {
            StockAbort.abort(committer, taskContext);
        }
    }
}
