package io.millrace.engine.job.pool;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Creates the engine's threads, and restores their state after user code ran on them. They are
 * daemons, so that a process whose main thread has ended does not hang on a job that no thread
 * waits for.
 */
public final class DaemonThreads {

    public static final System.Logger LOG = System.getLogger("io.millrace.engine");

    private DaemonThreads() {}

    /** A thread that inherits nothing from the thread that creates it. */
    public static Thread create(String name, Runnable work) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        restore(thread, name);
        return thread;
    }

    /**
     * Restores thread state that work may have changed. Called on that thread, or before it starts.
     */
    @SuppressWarnings("ThreadPriorityCheck") // restores what user code changed
    static void restore(Thread thread, String name) {
        if (thread == Thread.currentThread()) {
            Thread.interrupted();
        }
        if (!thread.getName().equals(name)) {
            thread.setName(name);
        }
        if (thread.getPriority() != Thread.NORM_PRIORITY) {
            thread.setPriority(Thread.NORM_PRIORITY);
        }
        thread.setContextClassLoader(DaemonThreads.class.getClassLoader());
        thread.setUncaughtExceptionHandler(null);
    }

    /** Runs {@code work} on its own thread, and waits for its end, at most for {@code limit}. */
    public static void runFor(Duration limit, String name, Runnable work) {
        Thread thread = create(name, work);
        thread.start();
        boolean interrupted = false;
        long deadline = System.nanoTime() + limit.toNanos();
        for (long left = limit.toNanos();
                thread.isAlive() && left > 0;
                left = deadline - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, left);
            } catch (InterruptedException e) {
                interrupted = true; // only the limit ends this wait
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
