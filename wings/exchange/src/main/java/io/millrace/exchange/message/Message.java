package io.millrace.exchange.message;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Bytes that one worker sends to another, in slabs of the memory budget, written by a {@link
 * MessageWriter}. It has one owner, who hands it over or closes it: a transport that is to send it
 * takes ownership, and its receiver owns it.
 *
 * <p>A message of at most {@value #SMALL_BYTES} bytes, such as a vote, is an array on the heap
 * outside the budget: it is short-lived, at most a few of them are queued between two workers, and
 * taking slabs would cost more than sending it.
 *
 * <p>Used by one thread at a time.
 */
public final class Message implements AutoCloseable {

    /** Maximum size of a message without slabs. */
    public static final int SMALL_BYTES = 512;

    private final List<Slab> slabs;
    private final byte[] small;
    private final long length;

    /** A message of {@code length} bytes in these slabs, which it owns from now on. */
    Message(List<Slab> slabs, long length) {
        this.slabs = slabs;
        this.small = new byte[0];
        this.length = length;
    }

    /** A message of the first bytes of an array, which must not change any more. */
    Message(byte[] small, int length) {
        this.slabs = List.of();
        this.small = small;
        this.length = length;
    }

    /** A message without content. */
    public static Message empty() {
        return new Message(new byte[0], 0);
    }

    /** Length in bytes. */
    public long length() {
        return length;
    }

    /** Opens the message at its first byte; valid until it is handed over or closed. */
    public DataInputStream open() {
        return new DataInputStream(new Bytes());
    }

    /** Writes all of it. */
    public void writeTo(DataOutput out) throws IOException {
        if (slabs.isEmpty()) {
            out.write(small, 0, (int) length);
        }
        long left = length;
        for (Slab slab : slabs) {
            int part = (int) Math.min(left, slab.capacity());
            out.write(slab.array(), 0, part);
            left -= part;
        }
    }

    /** Lets its bytes out, from the first one; valid until it is handed over or closed. */
    public MessageOutlet outlet() {
        return slabs.isEmpty()
                ? new MessageOutlet(List.of(small), length)
                : new MessageOutlet(slabs.stream().map(Slab::array).toList(), length);
    }

    /** A copy of the message in new memory. */
    public Message copy(MemoryAccount memory) throws IOException {
        try (MessageWriter copy = new MessageWriter(memory)) {
            writeTo(copy);
            return copy.finish();
        }
    }

    /** Releases its memory. Idempotent. */
    @Override
    public void close() {
        slabs.forEach(Slab::close);
    }

    /** The bytes as a stream. */
    private final class Bytes extends InputStream {

        private byte[] array = slabs.isEmpty() ? small : slabs.get(0).array();
        private int at;

        /** End of the message's bytes in the array. */
        private int end = (int) Math.min(length, array.length);

        /** Number of bytes after those of the array. */
        private long behind = length - end;

        private int nextSlab = 1;

        /** Moves to the next byte; false at the end. */
        private boolean more() {
            if (at < end) {
                return true;
            }
            if (behind == 0) {
                return false;
            }
            array = slabs.get(nextSlab++).array();
            at = 0;
            end = (int) Math.min(behind, array.length);
            behind -= end;
            return true;
        }

        @Override
        public int read() {
            return more() ? array[at++] & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int wanted) {
            if (wanted == 0) {
                return 0;
            }
            if (!more()) {
                return -1;
            }
            int part = Math.min(wanted, end - at);
            System.arraycopy(array, at, target, offset, part);
            at += part;
            return part;
        }

        @Override
        public long skip(long wanted) {
            long skipped = 0;
            while (skipped < wanted && more()) {
                int part = (int) Math.min(wanted - skipped, end - at);
                at += part;
                skipped += part;
            }
            return skipped;
        }

        @Override
        public int available() {
            return (int) Math.min(Integer.MAX_VALUE, end - at + behind);
        }
    }
}
