package io.millrace.engine.job.pool;

/**
 * The threads of a process that run map tasks, as work sees them that must not delay those.
 * Thread-safe.
 */
public interface MapThreads {

    /** Has work run once, soon after a thread has nothing to do. The work is short. */
    void whenIdle(Runnable work);

    /** Drops work that waits for that. */
    void dropWaiting();

    /** Whether map tasks wait for a thread. */
    boolean tasksWait();

    /** Threads that have nothing to do. */
    int idle();
}
