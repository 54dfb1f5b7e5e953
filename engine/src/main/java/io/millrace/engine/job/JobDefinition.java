package io.millrace.engine.job;

import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A job as the engine sees it: how many tasks, in which order its keys are, and how to make an
 * attempt. Methods may be called from several threads at once.
 */
public interface JobDefinition extends JobRecords {

    int mapTasks();

    /**
     * Runs an attempt on the calling thread, from its making to its end. A job whose code expects
     * something around itself, for instance an identity or classes of its own, puts it in place
     * here, once for each attempt. What the work throws comes out unchanged.
     */
    default <T> T perform(AttemptId attempt, Callable<T> work) throws Exception {
        return work.call();
    }

    /**
     * Takes back what was put around an attempt. Called once for each attempt that {@link #perform}
     * was called for, last, whether it succeeded or was undone. Must not throw.
     *
     * @param stopped false if the attempt's thread was left behind and may still run its code
     */
    default void ended(AttemptId attempt, boolean stopped) {}

    /** A new attempt at a map task; called on the thread that will run it. */
    MapAttempt newMapAttempt(AttemptId id, AttemptGuard guard) throws Exception;

    /** A new attempt at a reduce task; called on the thread that will run it. */
    ReduceAttempt newReduceAttempt(AttemptId id, AttemptGuard guard) throws Exception;

    /**
     * Makes this attempt in another process; null if it runs in this one. Attempts of one job may
     * run in either.
     */
    default @Nullable RemoteAttempts remoteAttempts(AttemptId attempt) {
        return null;
    }

    /**
     * Whether attempts of the job are known to wait for each other, so that none can run without
     * the others. May become true while the job runs.
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
     * Slots go to waiting work of the job with the highest number; jobs with the same share them.
     * May change while the job runs. Asked whenever a slot is free, under a lock: must be quick.
     */
    default int priority() {
        return 0;
    }

    JobListener listener();

    /**
     * Directories for runs that memory has no room for; at least one. The engine makes and deletes
     * its own below them.
     */
    List<Path> spillDirectories();

    /** How long a cancelled attempt may take to notice before it is fenced and left behind. */
    Duration exitTimeout();
}
