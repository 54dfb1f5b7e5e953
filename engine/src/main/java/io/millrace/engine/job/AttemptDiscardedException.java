package io.millrace.engine.job;

/**
 * What the attempt made must not be used, through no fault of its own. The task is tried again,
 * which does not count as a failure.
 */
public final class AttemptDiscardedException extends Exception {

    private static final long serialVersionUID = 1;

    public AttemptDiscardedException(String why) {
        super(why);
    }
}
