package io.millrace.engine.shuffle.delivery;

import io.millrace.engine.plan.LockKind;
import io.millrace.engine.testing.Interleavings;
import io.millrace.testing.Sampled;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Sampled(oneIn = 3)
class StreamLockInterleavingsTest {

    @ParameterizedTest
    @ValueSource(classes = {Monitor.class, Reentrant.class, Tas.class, Ttas.class})
    void onlyOneThreadIsInside(Class<?> subject) {
        Interleavings.check(subject);
    }

    @Test
    void theRaceOfALockThatLooksAndThenTakesIsFound() {
        Interleavings.assertFound("Invalid execution results", Looking.class);
    }

    /** Counts inside a lock, without which it would lose some. */
    abstract static class Counting implements StreamLock.Critical<RuntimeException> {

        private final StreamLock lock;
        private int count;
        private int seen;

        Counting(StreamLock lock) {
            this.lock = lock;
        }

        @Override
        public boolean run() {
            int next = count + 1;
            count = next;
            seen = next;
            return seen % 2 == 0;
        }

        /** Whether the count is even now. */
        @Operation
        public boolean count() {
            return lock.hold(this);
        }
    }

    public static final class Monitor extends Counting {
        public Monitor() {
            super(StreamLock.of(LockKind.SYNCHRONIZED));
        }
    }

    public static final class Reentrant extends Counting {
        public Reentrant() {
            super(StreamLock.of(LockKind.REENTRANT));
        }
    }

    public static final class Tas extends Counting {
        public Tas() {
            super(StreamLock.of(LockKind.TAS));
        }
    }

    public static final class Ttas extends Counting {
        public Ttas() {
            super(StreamLock.of(LockKind.TTAS));
        }
    }

    public static final class Looking extends Counting {
        public Looking() {
            super(new LooksThenTakes());
        }
    }

    /** Test-and-test-and-set without the second test. */
    private static final class LooksThenTakes implements StreamLock {

        private final AtomicBoolean taken = new AtomicBoolean();

        @Override
        public <E extends Exception> boolean hold(Critical<E> critical) throws E {
            while (taken.get()) {
                Thread.onSpinWait();
            }
            taken.set(true);
            try {
                return critical.run();
            } finally {
                taken.set(false);
            }
        }
    }
}
