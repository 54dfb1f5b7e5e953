package io.millrace.exchange.gang;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A wait of a moment without sleep, in which other threads may have the processor. To sleep and to
 * be woken costs both sides more.
 */
public final class SpinWait {

    private static final long NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    private SpinWait() {}

    /**
     * Looks again and again until something has happened or the moment is over.
     *
     * @param still whether to wait any longer
     * @return whether it has happened
     */
    @SuppressWarnings("ThreadPriorityCheck") // nothing relies on the yield
    public static boolean until(BooleanSupplier happened, BooleanSupplier still) {
        long start = System.nanoTime();
        boolean now = happened.getAsBoolean();
        while (!now && still.getAsBoolean() && System.nanoTime() - start < NANOS) {
            Thread.yield();
            now = happened.getAsBoolean();
        }
        return now;
    }
}
