package io.millrace.engine.task;

import io.millrace.engine.trace.PhaseMark;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Says whether an attempt is still wanted. A Java thread cannot be killed, so an attempt that
 * continues after its job was cancelled is fenced: its guard is revoked, and everything that would
 * make its work visible (sinks, writers, the commit) asks the guard first. Thread-safe.
 */
public final class AttemptGuard implements Cancellation.Guard {

    private final AttemptId attempt;
    private final @Nullable AttemptGuard around;
    private final PhaseMark mark = new PhaseMark();
    private final CompletableFuture<Void> left;
    private volatile boolean revoked;

    public AttemptGuard(AttemptId attempt) {
        this(attempt, null);
    }

    private AttemptGuard(AttemptId attempt, @Nullable AttemptGuard around) {
        this.attempt = attempt;
        this.around = around;
        this.left = around == null ? new CompletableFuture<>() : around.left;
    }

    /**
     * A guard for an attempt that runs within the one that this thread works for, if any, and is
     * revoked and left behind with it: a reduce task of a loop's worker, for instance.
     */
    public static AttemptGuard within(AttemptId attempt) {
        return new AttemptGuard(
                attempt, Cancellation.bound() instanceof AttemptGuard around ? around : null);
    }

    public AttemptId attempt() {
        return attempt;
    }

    /** The mark of the phase that the attempt's loop is in. */
    public PhaseMark mark() {
        return mark;
    }

    public boolean revoked() {
        return revoked || (around != null && around.revoked());
    }

    @Override
    public void check() throws IOException {
        if (revoked()) {
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
