package io.millrace.hadoop.task;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testing.Soak;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Interleavings of the lock's steps, by a model checker that takes memory for sequentially
 * consistent. What processors do beside that is for {@link OwnerLockTest}, where threads race.
 */
class OwnerLockInterleavingsTest {

    private static final int SCENARIOS = 10;
    private static final int SCHEDULES = Soak.cases(200, 2000);

    @Test
    void onlyOneThreadIsInside() {
        check(Counting.class);
    }

    /** Without this the other test would show nothing. */
    @Test
    void theRaceOfAnOwnerWhoDoesNotLookIsFound() {
        assertThatThrownBy(() -> check(CountingCarelessly.class))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("Invalid execution results");
    }

    private static void check(Class<?> subject) {
        new ModelCheckingOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(SCHEDULES)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(0)
                .minimizeFailedScenario(false)
                .check(subject);
    }

    /** The first thread that comes owns the lock. */
    public static final class Counting {

        private final AtomicReference<@Nullable OwnerLock> lock = new AtomicReference<>();
        private int count;

        @Operation
        public int count() {
            lock.compareAndSet(null, new OwnerLock());
            OwnerLock own = lock.get();
            if (own == null) {
                throw new IllegalStateException("somebody has set it");
            }
            own.enter();
            try {
                return ++count;
            } finally {
                own.exit();
            }
        }
    }

    /** The same with a lock whose owner never asks whether it is still alone. */
    public static final class CountingCarelessly {

        private final AtomicReference<@Nullable Thread> owner = new AtomicReference<>();
        private final ReentrantLock lock = new ReentrantLock();
        private volatile boolean inside;
        private int count;

        @Operation
        public int count() {
            owner.compareAndSet(null, Thread.currentThread());
            boolean owns = Thread.currentThread().equals(owner.get());
            if (owns) {
                inside = true;
            } else {
                lock.lock();
                while (inside) {
                    Thread.onSpinWait();
                }
            }
            try {
                return ++count;
            } finally {
                if (owns) {
                    inside = false;
                } else {
                    lock.unlock();
                }
            }
        }
    }
}
