package io.millrace.exchange.ring;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The end of a ring that bytes go into. Used by one thread at a time. */
public final class RingWriter {

    private final Ring ring;
    private final int most;
    private long tail;

    /** The last head that was seen: the other's cache line is loaded only when it matters. */
    private long head;

    /**
     * The writer of a new ring.
     *
     * @param most how many bytes are written before the reader may have them
     */
    RingWriter(Ring ring, int most) {
        this.ring = ring;
        this.most = most;
    }

    /**
     * Room for the next bytes, some at a time; without remaining bytes if the ring is full.
     *
     * @throws IOException if the other end is not a reader's
     */
    public ByteBuffer room() throws IOException {
        if (tail - head == ring.capacity()) {
            long now = ring.head();
            if (now < head || now > tail) {
                throw new IOException("the memory that it shares is damaged");
            }
            head = now;
        }
        return ring.slice(tail, Math.min(most, ring.capacity() - (tail - head)));
    }

    /** Whether there is room now. */
    public boolean hasRoom() {
        return tail - ring.head() != ring.capacity();
    }

    /**
     * Gives the reader the first {@code count} bytes of the {@link #room}; returns whether it
     * sleeps and has to be woken.
     */
    public boolean written(int count) {
        tail += count;
        ring.setTail(tail);
        return ring.takeReaderSleeps();
    }

    /** Prepares to sleep until there is room; false if there is some. */
    public boolean rest() {
        ring.setWriterSleeps(true);
        return !hasRoom();
    }

    /** The end does not sleep any more. */
    public void rise() {
        ring.setWriterSleeps(false);
    }
}
