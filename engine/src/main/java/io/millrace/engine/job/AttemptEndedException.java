package io.millrace.engine.job;

/** An attempt that somebody ended; the message is the reason that was given. */
public final class AttemptEndedException extends Exception {

    private static final long serialVersionUID = 1;

    public AttemptEndedException(String why) {
        super(why);
    }
}
