package io.millrace.engine.job;

import io.millrace.engine.task.AttemptId;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Set;

/** Failures in words. */
final class FailureText {

    private FailureText() {}

    /**
     * The exception, and the first one in its chain of causes, in one line each as they print
     * themselves.
     */
    static String of(Throwable failure) {
        Throwable root = root(failure);
        String text = textOf(failure);
        String rootText = textOf(root);
        return text.contains(rootText) ? text : text + " (root cause: " + rootText + ")";
    }

    /**
     * {@code job grep failed: attempt map-3.1 failed, the last of 2 for its task:
     * java.io.IOException: boom}.
     */
    static String ofTask(
            String job, AttemptId id, RetryPolicy policy, int failed, int total, Throwable cause) {
        String attempts =
                policy.maxAttempts() == 1
                        ? ""
                        : ", the last of " + policy.maxAttempts() + " for its task";
        String tolerated =
                policy.maxFailedPercent() == 0
                        ? ""
                        : " (%d of %d %s tasks failed; %d %% may)"
                                .formatted(
                                        failed,
                                        total,
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
                + of(cause);
    }

    private static Throwable root(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Throwable root = failure;
        while (root.getCause() != null && seen.add(root)) {
            root = root.getCause();
        }
        return root;
    }

    /** User exceptions may fail even at this. */
    private static String textOf(Throwable failure) {
        try {
            return String.valueOf(failure);
        } catch (RuntimeException e) {
            return failure.getClass().getName();
        }
    }
}
