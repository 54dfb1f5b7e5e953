package io.millrace.exchange.shuffle;

import io.millrace.exchange.testing.Interleavings;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Messages that come while others are received. */
class ReceptionInterleavingsTest {

    @Test
    void eachMessageIsReceivedByOneThreadAtATime() {
        Interleavings.check(Received.class);
    }

    @Test
    void theMessageThatNobodyReceivesIsFound() {
        Interleavings.assertFound("nothingIsLeft", Forgetful.class);
    }

    private static void requireNone(AtomicInteger come) {
        if (come.get() != 0) {
            throw new IllegalStateException(come + " messages are left");
        }
    }

    /** A worker whose messages come on any thread, and are received on that thread. */
    public static final class Received {

        private final AtomicInteger come = new AtomicInteger();
        private final AtomicBoolean inside = new AtomicBoolean();
        private final Reception reception =
                new Reception(this::receive, Runnable::run, broken -> {});

        private int receive() {
            if (!inside.compareAndSet(false, true)) {
                throw new AssertionError("two threads receive");
            }
            int all = come.getAndSet(0); // a part: the first message, and what follows
            inside.set(false);
            return all;
        }

        /** A message is there before it is reported. */
        @Operation
        public void arrive() {
            come.incrementAndGet();
            reception.arrived();
        }

        @Validate
        public void nothingIsLeft() {
            requireNone(come);
        }
    }

    /** A reception that looks whether there is more before it says that it ends. */
    public static final class Forgetful {

        private final AtomicInteger come = new AtomicInteger();
        private final AtomicBoolean running = new AtomicBoolean();

        @Operation
        public void arrive() {
            come.incrementAndGet();
            if (running.compareAndSet(false, true)) {
                while (come.get() > 0) {
                    come.decrementAndGet();
                }
                running.set(false);
            }
        }

        @Validate
        public void nothingIsLeft() {
            requireNone(come);
        }
    }
}
