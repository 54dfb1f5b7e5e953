package io.millrace.engine.job.schedule;

import io.millrace.engine.job.attempt.RetryPolicy;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.Thrown;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Descriptions of failures. */
public final class FailureText {

    private FailureText() {}

    /** How many tasks of one kind have failed, and how many may. */
    record FailedTasks(RetryPolicy policy, int failed, int total) {}

    /** The exception, and the root of its causes, in one line each. */
    public static String of(Throwable failure) {
        String text = Thrown.text(failure);
        String rootText = Thrown.text(Thrown.root(failure));
        return text.contains(rootText) ? text : text + " (root cause: " + rootText + ")";
    }

    /**
     * {@code job grep failed: attempt map-3.1 failed, the last of 2 for its task:
     * java.io.IOException: boom}.
     *
     * @param memoryHolders who held the memory that the attempt ran out of; null if it did not run
     *     out
     */
    static String ofTask(
            String job,
            AttemptId id,
            FailedTasks tasks,
            Throwable cause,
            @Nullable String memoryHolders) {
        RetryPolicy policy = tasks.policy();
        String attempts =
                policy.maxAttempts() == 1
                        ? ""
                        : ", the last of " + policy.maxAttempts() + " for its task";
        String tolerated =
                policy.maxFailedPercent() == 0
                        ? ""
                        : " (%d of %d %s tasks failed; %d %% may)"
                                .formatted(
                                        tasks.failed(),
                                        tasks.total(),
                                        id.kind().name().toLowerCase(Locale.ROOT),
                                        policy.maxFailedPercent());
        return "job "
                + job
                + " failed: attempt "
                + id
                + " failed"
                + attempts
                + tolerated
                + ": "
                + of(cause)
                + (memoryHolders == null ? "" : " (" + memoryHolders + ")");
    }
}
