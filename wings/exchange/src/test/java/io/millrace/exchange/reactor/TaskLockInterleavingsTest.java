package io.millrace.exchange.reactor;

import io.millrace.exchange.testing.Interleavings;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Threads that have tasks, while others move bytes. */
class TaskLockInterleavingsTest {

    @Test
    void everyTaskRunsAlthoughItsThreadHasGone() {
        Interleavings.check(Shared.class);
    }

    @Test
    void theTaskThatComesBetweenTheLastLookAndTheReleaseIsFound() {
        Interleavings.assertFound("Validation", LooksOnce.class);
    }

    /** Counts tasks, which run one at a time. */
    public abstract static class Counting {

        private final AtomicInteger asked = new AtomicInteger();
        private int ran;

        abstract void run(Runnable task);

        abstract void moveBytes();

        @Operation
        public void execute() {
            asked.incrementAndGet();
            run(() -> ran++);
        }

        /** A task that brings another one, as handlers do. */
        @Operation
        public void executeTwice() {
            asked.addAndGet(2);
            run(() -> {
                ran++;
                run(() -> ran++);
            });
        }

        @Operation
        public void move() {
            moveBytes();
        }

        @Validate
        public void allHaveRun() {
            if (ran != asked.get()) {
                throw new IllegalStateException(ran + " of " + asked + " tasks have run");
            }
        }
    }

    public static final class Shared extends Counting {

        private final TaskLock lock = new TaskLock();

        @Override
        void run(Runnable task) {
            lock.execute(task);
        }

        @Override
        void moveBytes() {
            lock.acquire();
            lock.release();
        }
    }

    /** The same without a look after the release. */
    public static final class LooksOnce extends Counting {

        private final ReentrantLock lock = new ReentrantLock();
        private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

        @Override
        void run(Runnable task) {
            tasks.add(task);
            if (!lock.isHeldByCurrentThread() && lock.tryLock()) {
                release();
            }
        }

        @Override
        void moveBytes() {
            lock.lock();
            release();
        }

        private void release() {
            for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
                next.run();
            }
            lock.unlock();
        }
    }
}
