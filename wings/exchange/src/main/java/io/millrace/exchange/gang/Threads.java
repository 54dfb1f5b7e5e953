package io.millrace.exchange.gang;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** The threads that work for a gang's worker. They are daemons, and wait for nothing but work. */
public final class Threads {

    private Threads() {}

    /** A new thread, which inherits nothing from the one that creates it. */
    public static Thread create(String name, Runnable work) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(Threads.class.getClassLoader());
        return thread;
    }

    /** A wait that ends after a time limit. */
    @FunctionalInterface
    private interface Wait {

        /** Waits; returns whether the wait is over. */
        boolean nanos(long limit) throws InterruptedException;
    }

    /** Waits for an event, up to a time limit; an interrupt is kept for later. */
    public static void await(CountDownLatch event, Duration limit) {
        await(limit.toNanos(), left -> event.await(left, TimeUnit.NANOSECONDS));
    }

    /** Waits for the end of threads that were shut down; an interrupt is kept for later. */
    public static void awaitEnd(ExecutorService threads) {
        await(Long.MAX_VALUE, left -> threads.awaitTermination(left, TimeUnit.NANOSECONDS));
    }

    /** Waits for the end of a thread that is about to end; an interrupt is kept for later. */
    public static void join(Thread thread) {
        await(
                Long.MAX_VALUE,
                left -> {
                    TimeUnit.NANOSECONDS.timedJoin(thread, left);
                    return !thread.isAlive();
                });
    }

    private static void await(long limit, Wait wait) {
        long start = System.nanoTime();
        boolean interrupted = false;
        boolean over = false;
        for (long left = limit; !over && left > 0; left = limit - (System.nanoTime() - start)) {
            try {
                over = wait.nanos(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
