package io.millrace.engine.shuffle;

import io.millrace.engine.task.AttemptGuard;

/** Runs work for attempts on the sort pool, in turn with other jobs. */
@FunctionalInterface
public interface Sorters {

    /**
     * Runs {@code work}, at some time, for the attempt on whose thread this is called. Should the
     * attempt be left behind, so is the thread that does the work then.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the pool has ended
     */
    void execute(AttemptGuard guard, Runnable work);
}
