package io.millrace.hadoop.watch;

import io.millrace.engine.config.BadSettingException;
import org.apache.hadoop.conf.Configuration;

/**
 * Told of the jobs of this process. Found by {@link java.util.ServiceLoader} on the class path that
 * Millrace is on. Told on the job's own thread, as the job's user, where nothing else is said;
 * several jobs may call at once. What else it throws is logged and changes nothing for the job.
 */
public interface JobObserver {

    /**
     * Whether the jobs of this process are to be planned and not run. Asked at each submission, on
     * the submitter's thread.
     */
    default boolean plansOnly() {
        return false;
    }

    /**
     * A job was submitted to be planned. Called on the submitter's thread in place of the job's
     * start; its submission fails once this returns.
     */
    default void planned(PlannedJob job) {}

    /**
     * A job with this configuration is being submitted, on its client's thread.
     *
     * @throws BadSettingException if something that it asks of this observer cannot be done: the
     *     job is refused
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
     * The job has ended, and its clients are about to learn it: they wait until this returns.
     * Called for each job, also for one that ended before its tasks could {@link #started start}.
     */
    default void ended(WatchedJob job) {}
}
