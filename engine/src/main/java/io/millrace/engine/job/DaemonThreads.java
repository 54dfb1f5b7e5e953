package io.millrace.engine.job;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Makes the engine's threads, and puts them back to what they were after user code ran on them.
 * They are daemons, so that a process whose main thread ends does not hang on a job that nobody
 * waits for.
 */
final class DaemonThreads {

    static final System.Logger LOG = System.getLogger("io.millrace.engine");

    private DaemonThreads() {}

    /** A thread that inherits nothing of the thread that happens to make it. */
    static Thread create(String name, Runnable work) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        restore(thread, name);
        return thread;
    }

    /**
     * Takes back what work may have changed on its thread. Called on that thread, or before it
     * starts.
     */
    @SuppressWarnings("ThreadPriorityCheck") // takes back what user code set
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

    /**
     * Runs {@code work} on a thread of its own, and waits for it, but not longer than {@code
     * limit}.
     */
    static void runFor(Duration limit, String name, Runnable work) {
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
