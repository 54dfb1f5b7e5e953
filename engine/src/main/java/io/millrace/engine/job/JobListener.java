package io.millrace.engine.job;

import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.OutputStatistics;

/**
 * Told of what happens to the attempts of a job. Called on engine threads, possibly on several at
 * once; calls for one attempt come in order, and the last one comes before the engine counts the
 * task as ended. Must not block and must not throw.
 */
public interface JobListener {

    /** The attempt has its slot and is about to run. */
    default void attemptStarted(AttemptId attempt) {}

    /** The attempt ran and committed; {@code output} is a map attempt's output, after combining. */
    default void attemptSucceeded(
            AttemptId attempt, OutputStatistics output, long spilledRecords) {}

    /** The attempt failed; {@code last} if its task has no further attempt. */
    default void attemptFailed(AttemptId attempt, Throwable cause, boolean last) {}

    /** The attempt was ended by somebody else: its job was cancelled or had already failed. */
    default void attemptKilled(AttemptId attempt, String why) {}

    /** All map tasks are done; reduce tasks follow. */
    default void mapsEnded() {}
}
