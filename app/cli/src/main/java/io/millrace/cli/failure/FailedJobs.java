package io.millrace.cli.failure;

import io.millrace.engine.redact.Secrets;
import io.millrace.hadoop.watch.JobFailure;
import io.millrace.hadoop.watch.JobObserver;
import io.millrace.hadoop.watch.LostAttempt;
import io.millrace.hadoop.watch.WatchedJob;
import java.util.List;

/**
 * Prints why jobs of this process failed: the cause once, with the frames of the job's own code,
 * and the file that has the stacks of all attempts.
 */
public final class FailedJobs {

    /** Read by the observer, which the class loader may make before or after the installation. */
    private static final String INSTALLED = "millrace-launcher-failures";

    private static final String LOG_LEVEL = "millrace-log-failures";
    private static final String HIDDEN = "millrace-log-failed";
    private static final String OF_CLIENT = " failed with state FAILED due to: ";

    private FailedJobs() {}

    /**
     * Prints failures from now on, and has the log leave them out unless {@code HADOOP_ROOT_LOGGER}
     * is set. To be called before anything is logged.
     */
    public static void install() {
        System.setProperty(INSTALLED, "true");
        if (hidesLog()) {
            System.setProperty(LOG_LEVEL, "OFF");
            System.setProperty(HIDDEN, OF_CLIENT);
        }
    }

    private static boolean hidesLog() {
        return System.getProperty("hadoop.root.logger") == null;
    }

    private static void print(WatchedJob job) {
        List<LostAttempt> failed = job.lostAttempts().stream().filter(LostAttempt::failed).toList();
        JobFailure failure = job.failure();
        if (failure == null && failed.isEmpty()) {
            return;
        }
        String stacks = StackFile.of(job, failure, failed);
        List<String> lines =
                failure == null
                        ? FailureText.ofRetries(job, failed, stacks)
                        : FailureText.of(job, failure, failed, stacks);
        System.err.println(Secrets.redact(String.join(System.lineSeparator(), lines)));
    }

    /** The observer that the service loader finds. */
    public static final class Observer implements JobObserver {

        @Override
        public boolean printsFailures() {
            return Boolean.getBoolean(INSTALLED);
        }

        @Override
        public void ended(WatchedJob job) {
            if (Boolean.getBoolean(INSTALLED)) {
                print(job);
            }
        }
    }
}
