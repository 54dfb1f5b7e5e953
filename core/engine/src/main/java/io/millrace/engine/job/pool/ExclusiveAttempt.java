package io.millrace.engine.job.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets an attempt that ran out of memory run without any other attempt of the engine: it begins
 * when the running attempts have ended, and others begin when it has. Attempts that wait for each
 * other must all run at the same time. So attempts that are known to do so are not delayed, and all
 * others are delayed only for a limited time, after which they run beside each other. Thread-safe.
 */
public final class ExclusiveAttempt {

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);
    private static final long LOOK_MILLIS = 500;

    private final long longestNanos;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Set<Object> inside = new HashSet<>();

    @GuardedBy("lock")
    private @Nullable Object alone;

    /** Whether {@link #alone} and other attempts of its job are known to wait for each other. */
    @GuardedBy("lock")
    private BooleanSupplier meet = () -> false;

    ExclusiveAttempt() {
        this(LONGEST_WAIT);
    }

    ExclusiveAttempt(Duration longest) {
        longestNanos = longest.toNanos();
    }

    /** Waits until the attempt may begin beside the running ones; {@link #leave} must follow. */
    public void enter(Object attempt) throws InterruptedException {
        long end = System.nanoTime() + longestNanos;
        synchronized (lock) {
            awaitNobodyAlone(end);
            inside.add(attempt);
        }
    }

    /**
     * Waits until no other attempt runs; {@link #leave} must follow.
     *
     * @param meets whether attempts of its job are known to wait for each other; may change
     */
    public void enterAlone(Object attempt, BooleanSupplier meets) throws InterruptedException {
        long end = System.nanoTime() + longestNanos;
        synchronized (lock) {
            awaitNobodyAlone(end);
            if (alone == null) {
                alone = attempt;
                meet = meets;
            }
            while (!inside.isEmpty() && !meets.getAsBoolean() && goesOn(end)) {
                lock.wait(LOOK_MILLIS);
            }
            if (!inside.isEmpty() && alone == attempt) {
                alone = null; // it runs beside others after all
                lock.notifyAll();
            }
            inside.add(attempt);
        }
    }

    @GuardedBy("lock")
    private void awaitNobodyAlone(long end) throws InterruptedException {
        while (alone != null && !meet.getAsBoolean() && goesOn(end)) {
            lock.wait(LOOK_MILLIS);
        }
    }

    private static boolean goesOn(long end) {
        return end - System.nanoTime() > 0;
    }

    /**
     * Called when the attempt has ended, was left behind, or gave up waiting. May be called twice.
     */
    public void leave(Object attempt) {
        synchronized (lock) {
            inside.remove(attempt);
            if (alone == attempt) {
                alone = null;
            }
            lock.notifyAll();
        }
    }
}
