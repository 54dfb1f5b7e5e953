package io.millrace.hadoop.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that one thread, its owner, takes for every record and other threads hardly ever take.
 * Until another thread comes, the owner only sets a flag and checks that it is alone: Dekker's
 * algorithm, with one fence instead of two atomic updates (9 ns against 23 ns for a free monitor).
 * The first other thread turns it into an ordinary lock for good. Not reentrant.
 */
final class OwnerLock {

    private static final VarHandle INSIDE;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(OwnerLock.class, "inside", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final long WAIT_NANOS = 20_000;

    private final Thread owner = Thread.currentThread();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean inside;
    private volatile boolean shared;

    /** Takes the lock; waits while another thread has it. */
    void enter() {
        if (isOwner()) {
            // Volatile, so every thread sees this write ordered before the read of "shared".
            inside = true;
            if (!shared) {
                return;
            }
            inside = false;
        }
        lock.lock();
        if (!shared) {
            shared = true;
            awaitOwner();
        }
    }

    /** Releases the lock; called only by the thread that took it. */
    void exit() {
        if (inside && isOwner()) {
            INSIDE.setRelease(this, false);
        } else {
            lock.unlock();
        }
    }

    /** Whether the calling thread has taken it. */
    boolean isHeld() {
        return (inside && isOwner()) || lock.isHeldByCurrentThread();
    }

    /**
     * From now on the owner takes the lock like other threads. Waits until the owner has left its
     * current section.
     */
    private void awaitOwner() {
        while (inside) {
            LockSupport.parkNanos(this, WAIT_NANOS);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very same thread
    private boolean isOwner() {
        return Thread.currentThread() == owner;
    }
}
