package io.millrace.hadoop.job;

import io.millrace.engine.task.Thrown;
import java.lang.reflect.UndeclaredThrowableException;

/** The cause of a job's failure, in one line for its clients. */
final class FailureLine {

    private FailureLine() {}

    /** The undeclared exception that {@code doAs} wrapped. */
    static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof UndeclaredThrowableException && cause != null ? cause : failure;
    }

    /** The exception, and its root cause if that adds something. */
    static String of(Throwable failure) {
        String text = firstLine(failure);
        String reason = firstLine(Thrown.root(failure));
        return text.contains(reason) ? text : text + ", caused by " + reason;
    }

    private static String firstLine(Throwable failure) {
        return Thrown.text(failure).lines().findFirst().orElse("");
    }
}
