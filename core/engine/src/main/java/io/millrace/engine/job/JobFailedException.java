package io.millrace.engine.job;

/** The job cannot succeed any more; the cause is the task failure that decided it. */
public final class JobFailedException extends Exception {

    private static final long serialVersionUID = 1;

    public JobFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
