package io.millrace.engine.job;

/** How an attempt at a task of either kind ends: committed or aborted. */
public interface TaskAttempt {

    /**
     * Makes what the attempt did final. Called at most once, for one attempt of a task only, on the
     * attempt's own thread.
     */
    void commit() throws Exception;

    /**
     * Undoes what the attempt did. Must not throw; called after the attempt's own thread has
     * stopped or been fenced.
     */
    void abort(Throwable cause);

    /**
     * Says where the attempt was when {@code failure} came up, by wrapping it at most once; what
     * comes back is reported in its place. Must not throw.
     */
    default Throwable explain(Throwable failure) {
        return failure;
    }
}
