package io.millrace.engine.job.attempt;

/** The step of an attempt's thread after it returns from user code. */
@FunctionalInterface
public interface AfterUserCode {

    /**
     * Clears an interrupt that user code left behind.
     *
     * @throws AttemptEndedException if the attempt was ended
     */
    void leave() throws AttemptEndedException;
}
