package io.millrace.exchange.gang;

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
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
