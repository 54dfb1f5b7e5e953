package io.millrace.engine.job;

import java.util.concurrent.CountDownLatch;

/** What user code does that should not: it goes on whatever interrupts it. */
public final class Uninterrupted {

    private Uninterrupted() {}

    public static void await(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // the point of this class
            }
        }
    }
}
