package io.millrace.engine.job;

/**
 * The output of the attempt must not be used, through no fault of the attempt. The task is tried
 * again, which does not count as a failure.
 */
public final class AttemptDiscardedException extends Exception {

    private static final long serialVersionUID = 1;

    public AttemptDiscardedException(String why) {
        super(why);
    }
}
