package io.millrace.hadoop.task;

import io.millrace.engine.job.ReduceAttempt;
import io.millrace.engine.record.RecordCursor;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ReduceTask;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.MRConfig;
import org.jspecify.annotations.Nullable;

/**
 * An attempt at a reduce task by Hadoop's own {@link ReduceTask}, with {@link StockShuffle} in
 * place of its shuffle. The yardstick for {@link FastReduceAttempt}. The task commits by itself at
 * the end of its run.
 */
final class StockReduceAttempt implements ReduceAttempt {

    private final AttemptFrame frame;
    private volatile @Nullable Task task;

    StockReduceAttempt(AttemptFrame frame) {
        this.frame = frame;
    }

    @Override
    public void run(ReduceInput input) throws Exception {
        ShuffleCounts.add(frame, input.statistics());
        frame.work(
                "stock runner",
                () -> {
                    frame.makeLocalDirectory();
                    JobConf conf = frame.conf();
                    conf.setClass(
                            MRConfig.SHUFFLE_CONSUMER_PLUGIN,
                            StockShuffle.class,
                            ShuffleConsumerPlugin.class);
                    Task made = new Task(frame, input.records());
                    task = made;
                    made.localizeConfiguration(conf);
                    made.setConf(conf);
                    StockUmbilical umbilical = new StockUmbilical(frame.status());
                    try {
                        made.run(conf, umbilical);
                    } finally {
                        umbilical.takeCounters();
                    }
                    return null;
                });
    }

    @Override
    public void commit() {
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

    /** Hadoop's reduce task, which its shuffle finds the records by. */
    static final class Task extends ReduceTask {

        private final RecordCursor records;

        Task(AttemptFrame frame, RecordCursor records) {
            super(
                    "job.xml",
                    frame.id(),
                    frame.id().getTaskID().getId(),
                    frame.job().splits().size(),
                    1);
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
