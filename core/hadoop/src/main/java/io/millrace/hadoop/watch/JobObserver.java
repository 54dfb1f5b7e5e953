package io.millrace.hadoop.watch;

import io.millrace.engine.config.BadSettingException;
import org.apache.hadoop.conf.Configuration;

/**
 * Observes the jobs of this process. Found by {@link java.util.ServiceLoader} on Millrace's class
 * path. Called on the job's own thread, as the job's user, unless stated otherwise; several jobs
 * may call at once. Other exceptions than the documented ones are logged and do not affect the job.
 */
public interface JobObserver {

    /**
     * Whether the jobs of this process are only planned and not run. Called at each submission, on
     * the submitter's thread.
     */
    default boolean plansOnly() {
        return false;
    }

    /**
     * A job was submitted only to be planned. Called on the submitter's thread in place of the
     * job's start; its submission fails once this returns.
     */
    default void planned(PlannedJob job) {}

    /**
     * A job with this configuration is being submitted, on its client's thread.
     *
     * @throws BadSettingException if this observer cannot do what the configuration requests; the
     *     job is rejected
     */
    default void submitted(Configuration conf) {}

    /**
     * Whether this observer prints why jobs fail, so that Hadoop's client need not print the stack
     * of each attempt. Asked at each submission, on the submitter's thread.
     */
    default boolean printsFailures() {
        return false;
    }

    /** The job's tasks are about to run. */
    default void started(WatchedJob job) {}

    /**
     * The job has ended, and its clients wait until this returns to learn that. Called for each
     * job, even if it ended before its tasks could {@link #started start}.
     */
    default void ended(WatchedJob job) {}
}
