package io.millrace.exchange.reactor;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock whose holder runs the tasks of threads that find it taken, so that these do not wait for
 * it. Tasks run one at a time, in the order in which they came. Thread-safe.
 */
final class TaskLock {

    /** Fair: the thread that moves bytes would take it again before one that it has woken. */
    private final ReentrantLock lock = new ReentrantLock(true);

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /**
     * Runs a task, on this thread or later on the holder's.
     *
     * @return false if another thread holds the lock, and has to be woken if it sleeps
     */
    boolean execute(Runnable task) {
        tasks.add(task);
        if (lock.isHeldByCurrentThread()) {
            return true; // it runs when the handler has returned
        }
        if (!lock.tryLock()) {
            return false;
        }
        release();
        return true;
    }

    /** Leaves a task to the next holder of the lock. */
    void add(Runnable task) {
        tasks.add(task);
    }

    void acquire() {
        lock.lock();
    }

    /** Acquires the lock, unless that takes too long. Does not pass waiting threads by. */
    boolean tryAcquire(long millis) throws InterruptedException {
        return lock.tryLock(millis, TimeUnit.MILLISECONDS);
    }

    boolean isHeld() {
        return lock.isHeldByCurrentThread();
    }

    boolean hasTasks() {
        return !tasks.isEmpty();
    }

    /** Runs the tasks that have come. The caller holds the lock. */
    void runTasks() {
        assert isHeld();
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Runs the tasks that have come, and releases the lock. */
    void release() {
        assert isHeld();
        try {
            runTasks();
        } finally {
            lock.unlock();
        }
        // A thread may have added a task between the last poll and the unlock. It found the lock
        // taken and left, so the task would wait until another thread takes the lock, perhaps for
        // ever. Look again. A thread that takes the lock meanwhile looks in its own release.
        while (hasTasks() && lock.tryLock()) {
            try {
                runTasks();
            } finally {
                lock.unlock();
            }
        }
    }
}
