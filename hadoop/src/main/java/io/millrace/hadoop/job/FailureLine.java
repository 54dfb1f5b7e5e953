package io.millrace.hadoop.job;

import java.lang.reflect.UndeclaredThrowableException;

/** What ended a job, in one line for its clients. */
final class FailureLine {

    private static final int DEEPEST_CAUSE = 50;

    private FailureLine() {}

    /** What was thrown through {@code doAs} without being declared. */
    static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof UndeclaredThrowableException && cause != null ? cause : failure;
    }

    /** What was thrown, and what it comes from where that says something else. */
    static String of(Throwable failure) {
        Throwable root = failure;
        Throwable cause = failure.getCause();
        for (int depth = 0;
                cause != null && depth < DEEPEST_CAUSE;
                depth++) { // causes may run in circles
            root = cause;
            cause = cause.getCause();
        }
        String text = firstLine(failure);
        String reason = firstLine(root);
        return text.contains(reason) ? text : text + ", caused by " + reason;
    }

    private static String firstLine(Throwable failure) {
        return String.valueOf(failure).lines().findFirst().orElse("");
    }
}
