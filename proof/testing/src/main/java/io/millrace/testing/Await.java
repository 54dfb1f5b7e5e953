package io.millrace.testing;

import java.time.Duration;

/** Waits for a condition, and fails the test after a time that no healthy run needs. */
public final class Await {

    /** Far longer than any test needs, even on a loaded machine. */
    public static final Duration LIMIT = Duration.ofSeconds(60);

    private static final long PAUSE_MILLIS = 2;

    private Await() {}

    /** A condition that becomes true. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    /**
     * Waits until {@code condition} is true.
     *
     * @param what completes "waited 60 s in vain until"
     */
    public static <E extends Exception> void until(String what, Condition<E> condition)
            throws E, InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(
                        "waited " + LIMIT.toSeconds() + " s in vain until " + what);
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }
}
