package io.millrace.engine.testing;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Waits for a condition, and fails the test if it does not come true in a time that no healthy run
 * needs.
 */
public final class Await {

    /** Far longer than anything here takes, also on a loaded machine. */
    public static final Duration LIMIT = Duration.ofSeconds(60);

    private Await() {}

    public static void until(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited " + LIMIT.toSeconds() + " s until " + what);
            }
            Thread.sleep(1);
        }
    }
}
