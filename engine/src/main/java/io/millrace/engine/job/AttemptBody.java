package io.millrace.engine.job;

import io.millrace.engine.task.OutputStatistics;

/**
 * What an attempt does, apart from when. {@link #run} and {@link #undo} are called on the attempt's
 * thread, {@link #abandon} on another while {@code run} does not return.
 */
interface AttemptBody {

    /**
     * Runs the attempt and commits it; asks {@code steps} before each step that only a wanted
     * attempt may take.
     */
    void run(Steps steps) throws Exception;

    /** The failure together with where the attempt was. */
    Throwable explain(Throwable failure);

    /** Gives back what the failed attempt holds and aborts it. */
    void undo(Throwable cause);

    /**
     * The same for an attempt whose thread still runs, from another thread; leaves it what it may
     * still write to.
     */
    void abandon(Throwable cause);

    /**
     * Called last, for any attempt that has begun.
     *
     * @param stopped false if its thread was left behind
     */
    void ended(boolean stopped);

    /**
     * Called on the thread of an abandoned attempt, should it ever return: gives back what it was
     * left.
     */
    void returned();

    /** What a successful attempt put out. */
    OutputStatistics output();

    /** Records that a successful attempt wrote to disk on the way. */
    long spilledRecords();

    /** The steps of an attempt that race with its being ended. */
    interface Steps {

        /**
         * Takes back an interrupt that user code left behind.
         *
         * @throws AttemptEndedException if somebody ended the attempt
         */
        void leaveUserCode() throws AttemptEndedException;

        /**
         * Lets the attempt commit. From now on it is not interrupted: whoever ends it waits.
         *
         * @throws AttemptEndedException if somebody ended the attempt; it must not commit
         */
        void enterCommit() throws AttemptEndedException;

        /**
         * Says that the attempt has committed. From now on its task cannot be tried again.
         *
         * @throws AttemptEndedException if the commit took so long that the attempt was left behind
         */
        void leaveCommit() throws AttemptEndedException;
    }
}
