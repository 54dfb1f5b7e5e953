package io.millrace.engine.job.attempt;

/**
 * The conditions under which a task, and with it the job, has failed.
 *
 * @param maxAttempts number of failed attempts that fail the task; at least 1
 * @param maxFailedPercent percentage of tasks of one kind that may fail without failing the job
 */
public record RetryPolicy(int maxAttempts, int maxFailedPercent) {

    public RetryPolicy {
        if (maxAttempts < 1) {
            throw new IllegalArgumentException(
                    "maxAttempts must be at least 1, got " + maxAttempts);
        }
    }

    /** Whether {@code failed} failed tasks of {@code total} are more than the job tolerates. */
    public boolean exceededBy(int failed, int total) {
        return failed * 100L > (long) maxFailedPercent * total;
    }
}
