package io.millrace.engine.job.attempt;

/** The end of an attempt at a task of either kind: commit or abort. */
public interface TaskAttempt {

    /**
     * Makes the results of the attempt final. Called at most once, for only one attempt of a task,
     * on the attempt's own thread.
     */
    void commit() throws Exception;

    /**
     * Undoes the effects of the attempt. Must not throw; called after the attempt's own thread has
     * stopped or been fenced.
     */
    void abort(Throwable cause);

    /**
     * Adds the position of the attempt at the time of {@code failure}, by wrapping the failure at
     * most once. The result is reported in its place. Must not throw.
     */
    default Throwable explain(Throwable failure) {
        return failure;
    }
}
