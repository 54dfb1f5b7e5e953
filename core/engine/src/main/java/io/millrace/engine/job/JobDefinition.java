package io.millrace.engine.job;

import io.millrace.engine.job.attempt.JobListener;
import io.millrace.engine.job.attempt.JobRecords;
import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.job.attempt.RetryPolicy;
import io.millrace.engine.job.partial.PartialReducer;
import io.millrace.engine.job.remote.RemoteAttempts;
import io.millrace.engine.job.remote.Workers;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A job as the engine sees it: the number of tasks, the order of its keys, and how to create
 * attempts. Methods may be called from several threads at once.
 */
public interface JobDefinition extends JobRecords {

    int mapTasks();

    /**
     * Runs an attempt on the calling thread, from its creation to its end, once for each attempt. A
     * job whose code expects an environment, for instance an identity or its own classes, sets it
     * up here. Exceptions of the work pass through unchanged.
     */
    default <T> T perform(AttemptId attempt, Callable<T> work) throws Exception {
        return work.call();
    }

    /**
     * Removes the environment of an attempt. Called last, once for each attempt that {@link
     * #perform} was called for, whether it succeeded or was undone. Must not throw.
     *
     * @param stopped false if the attempt's thread was left behind and may still run its code
     */
    default void ended(AttemptId attempt, boolean stopped) {}

    /** Creates an attempt at a map task; called on the thread that will run it. */
    MapAttempt newMapAttempt(AttemptId id, AttemptGuard guard) throws Exception;

    /** Creates an attempt at a reduce task; called on the thread that will run it. */
    ReduceAttempt newReduceAttempt(AttemptId id, AttemptGuard guard) throws Exception;

    /**
     * The factory of this attempt in another process; null if it runs in this process. Attempts of
     * one job may run in either.
     */
    default @Nullable RemoteAttempts remoteAttempts(AttemptId attempt) {
        return null;
    }

    /**
     * The processes that run all attempts of the job and keep its map output; null if this process
     * has that output.
     */
    default @Nullable Workers workers() {
        return null;
    }

    /**
     * Whether attempts of the job are known to wait for each other, so that all must run at the
     * same time. May become true while the job runs.
     */
    default boolean attemptsMeet() {
        return false;
    }

    /** Reduces committed map output while map tasks run; null if the job has nothing for it. */
    default @Nullable PartialReducer partialReducer() {
        return null;
    }

    /** How often a task of this kind may fail, and how many tasks may. */
    RetryPolicy retryPolicy(TaskKind kind);

    /**
     * Free slots go to waiting work of the job with the highest number; jobs with equal numbers
     * share them. May change while the job runs. Called whenever a slot is free, under a lock: must
     * be fast.
     */
    default int priority() {
        return 0;
    }

    JobListener listener();

    /**
     * Directories for spills; at least one. The engine creates and deletes its own directories
     * below them.
     */
    List<Path> spillDirectories();

    /** How long an ended attempt may take to stop before it is fenced and left behind. */
    Duration exitTimeout();
}
