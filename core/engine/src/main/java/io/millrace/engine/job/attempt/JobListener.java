package io.millrace.engine.job.attempt;

import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.OutputStatistics;

/**
 * Receives the events of a job's attempts. Called on engine threads, possibly on several at once.
 * Calls for one attempt come in order, and the last one comes before the engine counts the task as
 * ended. Must not block and must not throw.
 */
public interface JobListener {

    /** The attempt has its slot and is about to run. */
    default void attemptStarted(AttemptId attempt) {}

    /** The attempt ran and committed; {@code output} is a map attempt's output after combining. */
    default void attemptSucceeded(
            AttemptId attempt, OutputStatistics output, long spilledRecords) {}

    /** The attempt failed; {@code last} if no further attempt follows for its task. */
    default void attemptFailed(AttemptId attempt, Throwable cause, boolean last) {}

    /** The attempt was ended from outside: its job was cancelled or had already failed. */
    default void attemptKilled(AttemptId attempt, String why) {}

    /**
     * The output of an attempt that succeeded was lost with the process that held it; another
     * attempt follows.
     */
    default void outputLost(AttemptId attempt) {}

    /** All map tasks are done; reduce tasks follow. */
    default void mapsEnded() {}
}
