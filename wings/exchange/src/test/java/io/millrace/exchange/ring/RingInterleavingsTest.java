package io.millrace.exchange.ring;

import io.millrace.exchange.testing.Interleavings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Interleavings of the steps of a ring's two ends, by a model checker that takes memory for
 * sequentially consistent. What processors do beside that is for {@link RingTest}, where threads
 * race.
 */
class RingInterleavingsTest {

    @Test
    void anEndThatSleepsHasNoWorkOrIsCalled() {
        Interleavings.check(Narrow.class);
    }

    /** Without this the other test would show nothing. */
    @Test
    void theRaceOfAnEndThatLooksAndThenSaysThatItSleepsIsFound() {
        Interleavings.assertFound("Validation", Hasty.class);
    }

    /** Words that the tool sees; those outside the heap it does not. */
    private static final class OnHeap implements Words {

        private final AtomicLongArray words = new AtomicLongArray(Ring.WORDS);

        @Override
        public long get(int word) {
            return words.get(word);
        }

        @Override
        public void set(int word, long value) {
            words.set(word, value);
        }

        @Override
        public boolean replace(int word, long value, long next) {
            return words.compareAndSet(word, value, next);
        }
    }

    /** A ring of one byte, whose ends sleep until they are called. */
    public static class Narrow {

        private final Ring ring = new Ring(new OnHeap(), ByteBuffer.allocate(1));
        private final RingWriter writer = new RingWriter(ring, 1);
        private final RingReader reader = new RingReader(ring, 1);
        private boolean writerSleeps;
        private boolean readerSleeps;
        private volatile boolean writerCalled;
        private volatile boolean readerCalled;

        /** Writes if there is room, and sleeps until there is some. */
        @Operation(nonParallelGroup = "writer")
        public void write() throws IOException {
            if (writerSleeps && !writerCalled) {
                return;
            }
            writer.rise();
            ByteBuffer room = writer.room();
            if (room.hasRemaining() && writer.written(1)) {
                readerCalled = true;
            }
            writerCalled = false;
            writerSleeps = writer.rest();
        }

        /** Reads if there are bytes, and sleeps until there are some. */
        @Operation(nonParallelGroup = "reader")
        public void read() throws IOException {
            if (readerSleeps && !readerCalled) {
                return;
            }
            reader.rise();
            ByteBuffer bytes = reader.bytes();
            if (bytes.hasRemaining() && reader.read(1)) {
                writerCalled = true;
            }
            readerCalled = false;
            readerSleeps = rests(ring, reader);
        }

        boolean rests(Ring its, RingReader end) {
            return end.rest();
        }

        @Validate
        public void nobodySleepsOverWork() {
            if (writerSleeps && !writerCalled && writer.hasRoom()) {
                throw new IllegalStateException("the writer sleeps, and there is room");
            }
            if (readerSleeps && !readerCalled && reader.hasBytes()) {
                throw new IllegalStateException("the reader sleeps, and there are bytes");
            }
        }
    }

    /** The same with a reader that looks before it sets its flag. */
    public static final class Hasty extends Narrow {
        @Override
        boolean rests(Ring its, RingReader end) {
            boolean rests = !end.hasBytes();
            its.setReaderSleeps(true);
            return rests;
        }
    }
}
