package io.millrace.engine.job;

/** A job that cannot succeed any more; the cause is the failure of the task that decided it. */
public final class JobFailedException extends Exception {

    private static final long serialVersionUID = 1;

    public JobFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
