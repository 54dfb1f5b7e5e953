package io.millrace.hadoop.task;

import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.task.AttemptDiscardedException;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ReduceTask;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.jspecify.annotations.Nullable;

/**
 * An attempt at a reduce task by Hadoop's own {@link ReduceTask}, with the job's or Hadoop's
 * shuffle over files. The task commits by itself at the end of its run.
 *
 * <p>The attempt's thread runs it; any thread may query its progress.
 */
final class HadoopReduceAttempt implements ReduceAttempt {

    private final AttemptFrame frame;
    private final HadoopPath path;
    private volatile @Nullable Task task;

    /**
     * An attempt to be.
     *
     * @param path its input
     */
    HadoopReduceAttempt(AttemptFrame frame, HadoopPath path) {
        this.frame = frame;
        this.path = path;
    }

    @Override
    public void run(ReduceInput input) throws Exception {
        frame.work(
                "Hadoop's runner",
                () -> {
                    Task made = new Task(frame);
                    plugShuffleInto(made);
                    task = made;
                    path.run(made, frame);
                    return null;
                });
    }

    private void plugShuffleInto(Task made) {
        JobConf conf = frame.conf();
        made.setLocalMapFiles(path.mapOutputs());
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

    /** Hadoop's reduce task, which can be aborted. */
    private static final class Task extends ReduceTask {

        Task(AttemptFrame frame) {
            super(
                    "job.xml",
                    frame.id(),
                    frame.id().getTaskID().getId(),
                    frame.job().splits().size(),
                    1);
            setEncryptedSpillKey(TokenCache.getEncryptedSpillKey(frame.conf().getCredentials()));
        }

        void abort() {
            HadoopAbort.abort(committer, taskContext);
        }
    }
}
