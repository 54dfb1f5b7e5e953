package io.millrace.hadoop.testing;

import static org.assertj.core.api.Assertions.fail;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition, with a deadline that only a defect reaches. */
public final class Await {

    private static final long DEADLINE_SECONDS = 60;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private Await() {}

    public static void until(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (!condition.call()) {
            if (System.nanoTime() - deadline > 0) {
                fail("waited " + DEADLINE_SECONDS + " s in vain until " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
