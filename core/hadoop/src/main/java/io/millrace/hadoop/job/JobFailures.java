package io.millrace.hadoop.job;

import io.millrace.engine.job.JobFailedException;
import io.millrace.engine.task.Thrown;
import io.millrace.hadoop.counters.AttemptException;
import io.millrace.hadoop.loader.OwnFrames;
import io.millrace.hadoop.watch.JobFailure;
import java.util.Locale;
import org.apache.hadoop.mapred.JobID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what ended a job, and makes of it what clients and observers see. */
final class JobFailures {

    private static final Logger LOG = LoggerFactory.getLogger(JobFailures.class);
    private static final int LONGEST_STACK = 64 * 1024;

    private final JobID job;

    JobFailures(JobID job) {
        this.job = job;
    }

    /**
     * The end of a job whose tasks failed.
     *
     * @param tasks the failed tasks in a cluster's words
     */
    JobEnd ofTasks(JobFailedException failure, String tasks) {
        LOG.warn("{} failed: {}", job, failure.getMessage());
        Throwable cause = failure.getCause();
        Throwable decisive = cause == null ? failure : cause;
        return JobEnd.failed(FailureLine.of(decisive) + "; " + tasks, parts("", decisive));
    }

    /**
     * The end of a job that failed before or after its tasks.
     *
     * @param step the job's step, which begins the client's message
     */
    JobEnd ofStep(String step, Throwable failure) {
        LOG.warn("{} failed before or after its tasks ran", job, failure);
        Throwable thrown = FailureLine.unwrapped(failure);
        return JobEnd.failed(
                step + " failed: " + FailureLine.of(thrown),
                parts(step.toLowerCase(Locale.ROOT), thrown));
    }

    /** The end of a job that failed outside of its own steps, which is a defect of Millrace. */
    JobEnd ofDefect(Throwable failure) {
        LOG.warn("{} failed outside of its own steps", job, failure);
        return JobEnd.failed(FailureLine.of(failure), parts("", failure));
    }

    private static JobFailure parts(String otherwise, Throwable failure) {
        Throwable cause = failure.getCause();
        String line = FailureLine.of(failure);
        String place = otherwise;
        if (cause != null && AttemptException.isText(line)) {
            String inner = FailureLine.of(cause);
            String known = AttemptException.placeIn(line, inner);
            place = known.isEmpty() ? otherwise : known;
            line = known.isEmpty() ? line : inner;
        }
        return new JobFailure(
                place, line, new OwnFrames().of(failure), Thrown.print(failure, LONGEST_STACK));
    }
}
