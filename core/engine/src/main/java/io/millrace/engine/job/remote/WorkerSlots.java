package io.millrace.engine.job.remote;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.pool.MapThreads;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a worker. The process of the job gives them attempts, and says whether more map
 * tasks wait: a slot between two of them is not idle. Thread-safe.
 */
final class WorkerSlots implements MapThreads {

    private final int count;

    @GuardedBy("this")
    private int busy;

    @GuardedBy("this")
    private boolean tasksWait = true;

    @GuardedBy("this")
    private @Nullable Runnable waiting;

    WorkerSlots(int count) {
        this.count = count;
    }

    /** An attempt begins in a slot. */
    synchronized void begin() {
        busy++;
    }

    /** An attempt ends. */
    void end() {
        synchronized (this) {
            busy--;
        }
        runIfIdle();
    }

    /** Says whether map tasks of the job wait for a slot, of any worker. */
    void tasksWait(boolean wait) {
        synchronized (this) {
            tasksWait = wait;
        }
        runIfIdle();
    }

    @Override
    public void whenIdle(Runnable work) {
        synchronized (this) {
            waiting = work;
        }
        runIfIdle();
    }

    private void runIfIdle() {
        Runnable work;
        synchronized (this) {
            if (idle() == 0) {
                return;
            }
            work = waiting;
            waiting = null;
        }
        if (work != null) {
            work.run();
        }
    }

    @Override
    public synchronized void dropWaiting() {
        waiting = null;
    }

    @Override
    public synchronized boolean tasksWait() {
        return tasksWait;
    }

    @Override
    public synchronized int idle() {
        return tasksWait ? 0 : Math.max(0, count - busy);
    }
}
