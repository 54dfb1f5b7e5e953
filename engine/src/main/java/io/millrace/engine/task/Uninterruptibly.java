package io.millrace.engine.task;

import java.util.concurrent.CountDownLatch;

/** Waits for what is short and must not be left half-way. */
public final class Uninterruptibly {

    private Uninterruptibly() {}

    /** Waits whatever comes; an interrupt is kept for later. */
    public static void await(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
