package io.millrace.engine.job.schedule;

import io.millrace.engine.job.attempt.AttemptEndedException;
import io.millrace.engine.task.OutputStatistics;

/**
 * The work of an attempt, without its scheduling. {@link #run} and {@link #undo} are called on the
 * attempt's thread, {@link #abandon} on another thread while {@code run} does not return.
 */
public interface AttemptBody {

    /**
     * Runs the attempt and commits it. Asks {@code steps} before each step that must not follow the
     * end of the attempt.
     */
    void run(Steps steps) throws Exception;

    /** The failure, with the attempt's position added. */
    Throwable explain(Throwable failure);

    /** Gives back everything that the failed attempt holds, and aborts it. */
    void undo(Throwable cause);

    /**
     * Like {@link #undo}, for an attempt whose thread still runs; called from another thread.
     * Leaves the attempt the memory that it may still write to.
     */
    void abandon(Throwable cause);

    /**
     * Called last, for any attempt that has begun.
     *
     * @param stopped false if its thread was left behind
     */
    void ended(boolean stopped);

    /**
     * Gives back the memory that was left to an abandoned attempt. Called on its thread if it ever
     * returns.
     */
    void returned();

    /** The output of a successful attempt. */
    OutputStatistics output();

    /** Records that a successful attempt spilled. */
    long spilledRecords();

    /** Steps of an attempt that race with the attempt being ended. */
    interface Steps {

        /**
         * Clears an interrupt that user code left behind.
         *
         * @throws AttemptEndedException if the attempt was ended
         */
        void leaveUserCode() throws AttemptEndedException;

        /**
         * Lets the attempt commit. From now on it is not interrupted: a thread that ends the
         * attempt waits.
         *
         * @throws AttemptEndedException if the attempt was ended; it must not commit
         */
        void enterCommit() throws AttemptEndedException;

        /**
         * Records that the attempt has committed. From now on its task cannot be tried again.
         *
         * @throws AttemptEndedException if the commit took so long that the attempt was left behind
         */
        void leaveCommit() throws AttemptEndedException;
    }
}
