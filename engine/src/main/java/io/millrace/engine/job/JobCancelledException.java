package io.millrace.engine.job;

/** A job that was cancelled before it ended; the message is the reason that the caller gave. */
public final class JobCancelledException extends Exception {

    private static final long serialVersionUID = 1;

    public JobCancelledException(String why) {
        super(why);
    }
}
