package io.millrace.engine.shuffle.context;

import io.millrace.engine.task.AttemptGuard;

/** Runs work for attempts on the sort pool, in turn with other jobs. */
@FunctionalInterface
public interface Sorters {

    /**
     * Runs {@code work} later, for the attempt on whose thread this is called. If the attempt is
     * left behind, so is the thread that does the work at that time.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the pool is closed
     */
    void execute(AttemptGuard guard, Runnable work);
}
