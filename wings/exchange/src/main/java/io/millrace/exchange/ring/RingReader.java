package io.millrace.exchange.ring;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The end of a ring that bytes come out of. Used by one thread at a time. */
public final class RingReader {

    private final Ring ring;
    private final int most;
    private long head;

    /** The last tail that was seen: the other's cache line is loaded only when it matters. */
    private long tail;

    /**
     * The reader of a new ring.
     *
     * @param most how many bytes are read before the writer may have their room
     */
    RingReader(Ring ring, int most) {
        this.ring = ring;
        this.most = most;
    }

    /**
     * The next bytes, some at a time; without remaining bytes if there are none.
     *
     * @throws IOException if the other end is not a writer's
     */
    public ByteBuffer bytes() throws IOException {
        if (tail == head) {
            long now = ring.tail();
            if (now < tail || now - head > ring.capacity()) {
                throw new IOException("the memory that it shares is damaged");
            }
            tail = now;
        }
        return ring.slice(head, Math.min(most, tail - head));
    }

    /** Whether there are bytes now. */
    public boolean hasBytes() {
        return tail != head || ring.tail() != head;
    }

    /**
     * Gives back the room of the first {@code count} of the {@link #bytes}; returns whether the
     * writer sleeps and has to be woken.
     */
    public boolean read(int count) {
        head += count;
        ring.setHead(head);
        return ring.takeWriterSleeps();
    }

    /** Prepares to sleep until there are bytes; false if there are some. */
    public boolean rest() {
        ring.setReaderSleeps(true);
        return !hasBytes();
    }

    /** The end does not sleep any more. */
    public void rise() {
        ring.setReaderSleeps(false);
    }
}
