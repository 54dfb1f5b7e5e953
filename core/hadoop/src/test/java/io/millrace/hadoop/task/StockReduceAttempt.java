package io.millrace.hadoop.task;

import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.AttemptDiscardedException;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ReduceTask;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.jspecify.annotations.Nullable;

/**
 * An attempt at a reduce task by Hadoop's own {@link ReduceTask}, with {@link StockShuffle} in
 * place of its shuffle: the reference for {@link FastReduceAttempt}. The task commits by itself at
 * the end of its run.
 *
 * <p>The attempt's thread runs it; any thread may query its progress.
 */
final class StockReduceAttempt implements ReduceAttempt {

    private final AttemptFrame frame;
    private volatile @Nullable Task task;

    StockReduceAttempt(AttemptFrame frame) {
        this.frame = frame;
    }

    @Override
    public void run(ReduceInput input) throws Exception {
        frame.work(
                "stock runner",
                () -> {
                    frame.makeLocalDirectory();
                    JobConf conf = frame.conf();
                    Task made = new Task(frame, input.records());
                    ShuffleCounts.add(frame, input.statistics());
                    conf.setClass(
                            MRConfig.SHUFFLE_CONSUMER_PLUGIN,
                            StockShuffle.class,
                            ShuffleConsumerPlugin.class);
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
            HadoopAbort.abort(committer, taskContext);
        }
    }
}
