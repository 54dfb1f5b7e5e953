package io.millrace.engine.job;

/** What an attempt's thread does when it comes back from the user's code. */
@FunctionalInterface
interface AfterUserCode {

    /**
     * Takes back an interrupt that user code left behind.
     *
     * @throws AttemptEndedException if somebody ended the attempt
     */
    void leave() throws AttemptEndedException;
}
