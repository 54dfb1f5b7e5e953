package io.millrace.hadoop.watch;

/**
 * Told of the jobs of this process. Found by {@link java.util.ServiceLoader} on the class path that
 * Millrace is on. Called on the job's own thread, as the job's user; several jobs may call at once.
 * What it throws is logged and changes nothing for the job.
 */
public interface JobObserver {

    /** The job's tasks are about to run. */
    default void started(WatchedJob job) {}

    /**
     * The job has ended, and its clients are about to learn it: they wait until this returns.
     * Called for each job that {@link #started}.
     */
    default void ended(WatchedJob job) {}
}
