package io.millrace.engine.job.remote;

/**
 * Chooses which of the waiting map tasks starts next, where it matters which worker runs which of
 * them. The caller holds a lock, so that calls come one at a time and must not wait.
 */
public interface Placement {

    /** The result of {@link #next} if all tasks are to wait. */
    int NONE = -1;

    /**
     * A task waits.
     *
     * @param first whether it goes before those that wait already: it is tried again
     */
    void add(int task, boolean first);

    /**
     * Takes the task that starts now, while fewer run than the workers have slots.
     *
     * @return {@link #NONE} if all that wait are better off waiting for another worker; only while
     *     a task runs
     */
    int next();

    /** No task waits any more. */
    void clear();
}
