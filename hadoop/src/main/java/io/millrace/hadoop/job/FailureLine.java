package io.millrace.hadoop.job;

import io.millrace.engine.task.Thrown;
import java.lang.reflect.UndeclaredThrowableException;

/** What ended a job, in one line for its clients. */
final class FailureLine {

    private FailureLine() {}

    /** What was thrown through {@code doAs} without being declared. */
    static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof UndeclaredThrowableException && cause != null ? cause : failure;
    }

    /** What was thrown, and what it comes from where that says something else. */
    static String of(Throwable failure) {
        String text = firstLine(failure);
        String reason = firstLine(Thrown.root(failure));
        return text.contains(reason) ? text : text + ", caused by " + reason;
    }

    private static String firstLine(Throwable failure) {
        return Thrown.text(failure).lines().findFirst().orElse("");
    }
}
