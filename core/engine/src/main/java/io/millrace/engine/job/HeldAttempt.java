package io.millrace.engine.job;

import io.millrace.engine.job.attempt.TaskAttempt;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * An attempt of the job, once created, and how it ends. Its thread creates and commits it; another
 * thread may ask about it or abort it. Thread-safe.
 */
final class HeldAttempt<A extends TaskAttempt> {

    private final AttemptGuard guard;
    private final Trace trace;
    private volatile @Nullable A attempt;

    HeldAttempt(AttemptGuard guard, Trace trace) {
        this.guard = guard;
        this.trace = trace;
    }

    /** Holds {@code made} from now on. */
    A hold(A made) {
        attempt = made;
        return made;
    }

    /** The name of the attempt's executor, for the trace. */
    String who() {
        return guard.attempt().toString();
    }

    void commit(A held) throws Exception {
        OpenSpan committing = trace.begin(Phase.COMMIT, who());
        try {
            held.commit();
        } finally {
            committing.end(0, 0);
        }
    }

    Throwable explain(Throwable failure) {
        A held = attempt;
        return held == null ? failure : held.explain(failure);
    }

    void abort(Throwable cause) {
        A held = attempt;
        if (held != null) {
            Undo.step(cause, () -> held.abort(cause));
        }
    }
}
