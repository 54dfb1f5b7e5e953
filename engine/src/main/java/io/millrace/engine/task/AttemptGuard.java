package io.millrace.engine.task;

import io.millrace.engine.trace.PhaseMark;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * Says whether an attempt is still wanted. A Java thread cannot be killed, so an attempt that
 * continues after its job was cancelled is fenced: its guard is revoked, and everything that would
 * make its work visible (sinks, writers, the commit) asks the guard first. Thread-safe.
 */
public final class AttemptGuard {

    private final AttemptId attempt;
    private final PhaseMark mark = new PhaseMark();
    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private volatile boolean revoked;

    public AttemptGuard(AttemptId attempt) {
        this.attempt = attempt;
    }

    public AttemptId attempt() {
        return attempt;
    }

    /** The mark of the phase that the attempt's loop is in. */
    public PhaseMark mark() {
        return mark;
    }

    public boolean revoked() {
        return revoked;
    }

    /**
     * Returns if the attempt is wanted.
     *
     * @throws IOException if it was revoked
     */
    public void check() throws IOException {
        if (revoked) {
            throw new IOException(
                    "attempt " + attempt + " was revoked; its further output is discarded");
        }
    }

    /** From now on {@link #check} throws. */
    public void revoke() {
        revoked = true;
    }

    /**
     * Revokes the attempt and marks it as left behind: it no longer waits for threads that work for
     * it, and these give back their memory when they end.
     */
    public void leaveBehind() {
        revoked = true;
        left.complete(null);
    }

    /** Completes once the attempt is left behind. For reading only. */
    public CompletableFuture<Void> left() {
        return left;
    }
}
