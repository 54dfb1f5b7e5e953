package io.millrace.hadoop.job;

import io.millrace.engine.plan.Choice;
import io.millrace.engine.task.Thrown;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileOutputCommitter;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobContext;
import org.apache.hadoop.mapred.JobContextImpl;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptContext;
import org.apache.hadoop.mapred.TaskAttemptContextImpl;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The job's output committer, for the steps done once per job. It shares no instance, configuration
 * or context with an attempt. Used by the job's thread only, as the job's user.
 */
public final class JobCommitter {

    /** The key of a job whose output is set up, committed and aborted elsewhere. */
    public static final String ELSEWHERE = "io.millrace.job.committed.elsewhere";

    private static final Logger LOG = LoggerFactory.getLogger(JobCommitter.class);

    private final OutputCommitter committer;
    private final JobContext context;
    private final boolean elsewhere;
    private volatile boolean setUpCalled;
    private volatile boolean commitCalled;

    private JobCommitter(OutputCommitter committer, JobContext context) {
        this.committer = committer;
        this.context = context;
        this.elsewhere = context.getConfiguration().getBoolean(ELSEWHERE, false);
    }

    /**
     * Creates the committer of the API that writes the job's output: the reducer's, or the mapper's
     * in a job without reducers.
     */
    public static JobCommitter of(JobConf jobConf, JobID id) throws Exception {
        JobConf conf = new JobConf(jobConf);
        boolean newApi =
                conf.getNumReduceTasks() == 0 ? conf.getUseNewMapper() : conf.getUseNewReducer();
        return new JobCommitter(
                newApi ? newCommitter(conf, id) : oldCommitter(conf), new JobContextImpl(conf, id));
    }

    private static OutputCommitter newCommitter(JobConf conf, JobID id) throws Exception {
        TaskAttemptContext attempt =
                new TaskAttemptContextImpl(
                        conf, new TaskAttemptID(new TaskID(id, TaskType.MAP, 0), 0));
        OutputFormat<?, ?> format =
                ReflectionUtils.newInstance(attempt.getOutputFormatClass(), conf);
        OutputCommitter made = format.getOutputCommitter(attempt);
        if (made == null) {
            throw new IOException(
                    "output format " + format.getClass().getName() + " has no output committer");
        }
        return made;
    }

    private static OutputCommitter oldCommitter(JobConf conf) {
        return ReflectionUtils.newInstance(
                conf.getClass(
                        "mapred.output.committer.class",
                        FileOutputCommitter.class,
                        org.apache.hadoop.mapred.OutputCommitter.class),
                conf);
    }

    /** The choice of committer, for the plan. */
    Choice<String> choice() throws IOException {
        Path output = outputPath();
        return new Choice<>(
                "output.committer",
                committer.getClass().getSimpleName(),
                output == null
                        ? "chosen by the job's output format; no output directory"
                        : "chosen by the job's output format; commits to " + output);
    }

    public void setUp() throws IOException {
        if (elsewhere) {
            return;
        }
        setUpCalled = true;
        committer.setupJob(context);
    }

    public void commit() throws IOException {
        if (elsewhere) {
            return;
        }
        commitCalled = true;
        committer.commitJob(context);
    }

    /** Undoes the effects of {@link #setUp} and the tasks, if any. Never throws. */
    void abort(State state) {
        abort(state, this::removeMarker);
    }

    /**
     * The same, but output that was committed stays marked as complete: an application master of
     * Hadoop 3.5 aborts every job when it ends.
     */
    public void abortOrLeave(State state) {
        abort(state, () -> {});
    }

    /** The rest of an abort, after the committer's own part. */
    @FunctionalInterface
    private interface AfterAbort {
        void run() throws IOException;
    }

    private void abort(State state, AfterAbort after) {
        if (!setUpCalled) {
            return;
        }
        try {
            committer.abortJob(context, state);
            after.run();
        } catch (Throwable e) { // the edge of user code; the job has failed already
            LOG.warn(
                    "{}: the output committer could not abort; temporary files of the job may be left in its output directory: {}",
                    context.getJobID(),
                    Thrown.text(e));
            LOG.info("The stack of that", Thrown.sound(e));
        }
    }

    /**
     * A commit that was interrupted at its last step may have left the file that marks the output
     * as complete, which an abort does not delete.
     */
    private void removeMarker() throws IOException {
        Path output = commitCalled ? outputPath() : null;
        if (output != null) {
            Path marker = new Path(output, FileOutputCommitter.SUCCEEDED_FILE_NAME);
            marker.getFileSystem(context.getConfiguration()).delete(marker, false);
        }
    }

    private @Nullable Path outputPath() {
        if (committer instanceof PathOutputCommitter files) {
            return files.getOutputPath();
        }
        return committer instanceof FileOutputCommitter
                ? FileOutputFormat.getOutputPath(new JobConf(context.getConfiguration()))
                : null;
    }
}
