package io.millrace.engine.job;

/** The job was cancelled before it ended; the message is the caller's reason. */
public final class JobCancelledException extends Exception {

    private static final long serialVersionUID = 1;

    public JobCancelledException(String why) {
        super(why);
    }
}
