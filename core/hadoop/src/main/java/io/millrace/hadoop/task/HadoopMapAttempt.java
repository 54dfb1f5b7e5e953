package io.millrace.hadoop.task;

import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.task.AttemptDiscardedException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.jspecify.annotations.Nullable;

/**
 * An attempt at a map task by Hadoop's own {@link MapTask}, with the job's or Hadoop's collector,
 * which writes its output to a file. The task commits by itself at the end of its run.
 *
 * <p>The attempt's thread runs it; any thread may query its progress.
 */
final class HadoopMapAttempt implements MapAttempt {

    private final AttemptFrame frame;
    private final HadoopPath path;
    private final @Nullable Combiner combiner;
    private volatile @Nullable Task task;

    /**
     * An attempt to be.
     *
     * @param path publishes the file with the output
     */
    HadoopMapAttempt(AttemptFrame frame, HadoopPath path) {
        this.frame = frame;
        this.path = path;
        this.combiner = frame.mapCombiner();
    }

    @Override
    public void run(@Nullable RecordSink output) throws Exception {
        frame.work(
                "Hadoop's runner",
                () -> {
                    Task made = new Task(frame);
                    task = made;
                    path.run(made, frame);
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
        Task made = task;
        if (made != null) {
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

    /** Hadoop's map task, which can be aborted. */
    private static final class Task extends MapTask {

        Task(AttemptFrame frame) {
            super("job.xml", frame.id(), frame.id().getTaskID().getId(), splitIndex(frame), 1);
            setEncryptedSpillKey(TokenCache.getEncryptedSpillKey(frame.conf().getCredentials()));
        }

        private static TaskSplitIndex splitIndex(AttemptFrame frame) {
            SerializedSplit split = frame.job().splits().get(frame.id().getTaskID().getId());
            Path submitDirectory = new Path(frame.conf().get(MRJobConfig.MAPREDUCE_JOB_DIR));
            return new TaskSplitIndex(
                    JobSubmissionFiles.getJobSplitFile(submitDirectory).toString(), split.offset());
        }

        void abort() {
            HadoopAbort.abort(committer, taskContext);
        }
    }
}
