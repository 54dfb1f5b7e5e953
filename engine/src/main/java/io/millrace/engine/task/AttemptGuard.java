package io.millrace.engine.task;

import io.millrace.engine.trace.PhaseMark;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * Tells an attempt whether it is still wanted. A Java thread cannot be killed; an attempt that goes
 * on after its job was cancelled is fenced instead: its guard is revoked, and whatever would let
 * its work become visible (sinks, writers, the commit) asks the guard first. Thread-safe.
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

    /** Where the attempt's loop says which phase it is in. */
    public PhaseMark mark() {
        return mark;
    }

    public boolean revoked() {
        return revoked;
    }

    /**
     * Does nothing while the attempt is wanted.
     *
     * @throws IOException once it is not
     */
    public void check() throws IOException {
        if (revoked) {
            throw new IOException(
                    "attempt " + attempt + " was revoked; what it writes now is not kept");
        }
    }

    /** From now on {@link #check} throws. */
    public void revoke() {
        revoked = true;
    }

    /**
     * Revokes the attempt, and says that it is left behind: it does not wait for threads that work
     * for it any more, and they give back what they have when they end.
     */
    public void leaveBehind() {
        revoked = true;
        left.complete(null);
    }

    /** Complete once the attempt is left behind. For reading only. */
    public CompletableFuture<Void> left() {
        return left;
    }
}
