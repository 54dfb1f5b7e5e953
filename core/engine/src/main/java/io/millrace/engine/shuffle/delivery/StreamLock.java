package io.millrace.engine.shuffle.delivery;

import io.millrace.engine.plan.LockKind;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of a stream that several map tasks append to: the four that Hone compares (EDBT 2014,
 * section 4.1). Not re-entrant, except by accident of its kind. Measurements use it too.
 */
public interface StreamLock {

    /** Work that one thread at a time does. */
    @FunctionalInterface
    interface Critical<E extends Exception> {
        boolean run() throws E;
    }

    /** Runs {@code critical} while no other thread is in here, and returns what it returns. */
    <E extends Exception> boolean hold(Critical<E> critical) throws E;

    static StreamLock of(LockKind kind) {
        return switch (kind) {
            case SYNCHRONIZED -> new Monitor();
            case REENTRANT -> new Reentrant();
            case TAS -> new TestAndSet();
            case TTAS -> new TestAndTestAndSet();
        };
    }

    /** Java's own monitor. */
    final class Monitor implements StreamLock {

        @Override
        public synchronized <E extends Exception> boolean hold(Critical<E> critical) throws E {
            return critical.run();
        }
    }

    /** {@link ReentrantLock}. */
    final class Reentrant implements StreamLock {

        private final ReentrantLock lock = new ReentrantLock();

        @Override
        public <E extends Exception> boolean hold(Critical<E> critical) throws E {
            lock.lock();
            try {
                return critical.run();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Spins on an atomic exchange. */
    final class TestAndSet implements StreamLock {

        private final AtomicBoolean taken = new AtomicBoolean();

        @Override
        public <E extends Exception> boolean hold(Critical<E> critical) throws E {
            Spin spin = new Spin();
            while (taken.getAndSet(true)) {
                spin.once();
            }
            try {
                return critical.run();
            } finally {
                taken.set(false);
            }
        }
    }

    /**
     * Spins on a plain read, which stays in the nearest cache, and exchanges only when that looks
     * free.
     */
    final class TestAndTestAndSet implements StreamLock {

        private final AtomicBoolean taken = new AtomicBoolean();

        @Override
        public <E extends Exception> boolean hold(Critical<E> critical) throws E {
            Spin spin = new Spin();
            while (taken.get() || taken.getAndSet(true)) {
                spin.once();
            }
            try {
                return critical.run();
            } finally {
                taken.set(false);
            }
        }
    }

    /** Spins for a while, then lets others run: the holder may have lost its core. */
    final class Spin {

        private static final int SPINS_BEFORE_YIELD = 1000;

        private int spins;

        @SuppressWarnings(
                "ThreadPriorityCheck") // a spinning thread must not keep the holder from its core
        void once() {
            if (++spins % SPINS_BEFORE_YIELD == 0) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
