package io.millrace.exchange.message;

import java.nio.ByteBuffer;
import java.util.List;

/** The bytes of a message on their way out. Used by one thread at a time. */
public final class MessageOutlet {

    private final List<byte[]> arrays;
    private long left;

    /** The array of the next byte, and its place in it. */
    private int number;

    private int at;

    /** The first {@code length} bytes of these arrays. */
    MessageOutlet(List<byte[]> arrays, long length) {
        this.arrays = arrays;
        this.left = length;
    }

    /** Bytes that are not out yet. */
    public long left() {
        return left;
    }

    /**
     * The next bytes, as they lie in the message: one or more, at most {@code max}. Not to be
     * called when none are left.
     */
    public ByteBuffer next(int max) {
        byte[] array = arrays.get(number);
        int part = (int) Math.min(Math.min(left, max), array.length - at);
        ByteBuffer bytes = ByteBuffer.wrap(array, at, part);
        left -= part;
        at += part;
        if (at == array.length) {
            number++;
            at = 0;
        }
        return bytes;
    }
}
