package io.millrace.exchange.gang;

import java.time.Duration;
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

    /** Waits for the end of a thread that is about to end; an interrupt is kept for later. */
    public static void join(Thread thread) {
        join(thread, Duration.ofNanos(Long.MAX_VALUE));
    }

    /** Waits for the end of a thread, up to a time limit; an interrupt is kept for later. */
    public static void join(Thread thread, Duration limit) {
        long start = System.nanoTime();
        boolean interrupted = false;
        long left = limit.toNanos();
        while (thread.isAlive() && left > 0) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            left = limit.toNanos() - (System.nanoTime() - start);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
