package io.millrace.cli.cluster;

/**
 * A job names a framework that does not exist. The message says what to do, and programs that print
 * stacks print only it. An error, because Hadoop's client hides exceptions of providers.
 */
public final class RejectedFrameworkError extends Error {

    private static final long serialVersionUID = 1;

    RejectedFrameworkError(String message) {
        super(message, null, false, false);
    }
}
