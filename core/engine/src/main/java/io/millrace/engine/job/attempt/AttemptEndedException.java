package io.millrace.engine.job.attempt;

/** The attempt was ended; the message gives the reason. */
public final class AttemptEndedException extends Exception {

    private static final long serialVersionUID = 1;

    public AttemptEndedException(String why) {
        super(why);
    }
}
