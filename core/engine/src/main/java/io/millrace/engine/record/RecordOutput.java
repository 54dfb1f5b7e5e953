package io.millrace.engine.record;

import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;

/**
 * The stream that serializers write the open record to. It writes straight into the memory of its
 * sink: the sink points it at a piece of an array, and provides more when that piece is full.
 *
 * <p>Not thread-safe. {@code flush} and {@code close} do nothing.
 */
public final class RecordOutput extends OutputStream {

    /** Largest array that every JVM can allocate. */
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

    private byte[] buffer;
    private int start;
    private int position;
    private int limit;

    /** An output over a private array of the given size in bytes, which grows as records need. */
    public RecordOutput(int initialBytes) {
        this.buffer = new byte[initialBytes];
        this.limit = initialBytes;
    }

    /**
     * Points the output at {@code array[from, to)}. A record that does not fit moves, as a whole,
     * to a larger private array; {@link #array} and {@link #start} then return the new position.
     */
    public void writeTo(byte[] array, int from, int to) {
        Objects.checkFromToIndex(from, to, array.length);
        this.buffer = array;
        this.start = from;
        this.position = from;
        this.limit = to;
    }

    /**
     * Starts the next record right behind the current position plus {@code gap} bytes, if that many
     * bytes are free.
     */
    public boolean startNext(int gap) {
        if (limit - position < gap) {
            return false;
        }
        position += gap;
        start = position;
        return true;
    }

    @Override
    public void write(int value) {
        if (position == limit) {
            grow(1);
        }
        buffer[position++] = (byte) value;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        // A length beyond the array's end is the array's error to report: no need to make room
        // first.
        if (limit - position < length && length <= bytes.length) {
            grow(length);
        }
        System.arraycopy(bytes, offset, buffer, position, length);
        position += length;
    }

    /**
     * Makes room for {@code length} more bytes and counts them as written. The caller fills {@code
     * array()[result, result + length)}.
     */
    public int reserve(int length) {
        if (limit - position < length) {
            grow(length);
        }
        int at = position;
        position += length;
        return at;
    }

    /** The array that holds the open record; may change with each write. */
    public byte[] array() {
        return buffer;
    }

    /** Where the open record starts in {@link #array}. */
    public int start() {
        return start;
    }

    /** Where the next byte goes in {@link #array}. */
    public int position() {
        return position;
    }

    /** Bytes of the open record so far. */
    public int length() {
        return position - start;
    }

    /** Removes all but the first {@code length} bytes of the open record. */
    public void truncate(int length) {
        position = start + Objects.checkIndex(length, position - start + 1);
    }

    private void grow(int needed) {
        int held = position - start;
        long wanted = (long) held + needed;
        if (wanted > MAX_ARRAY) {
            throw new IllegalStateException(
                    "a record has at most "
                            + MAX_ARRAY
                            + " bytes, but this record has at least "
                            + wanted);
        }
        long doubled = Math.max(2L * held, 256);
        byte[] larger = new byte[(int) Math.min(MAX_ARRAY, Math.max(wanted, doubled))];
        System.arraycopy(buffer, start, larger, 0, held);
        buffer = larger;
        start = 0;
        position = held;
        limit = larger.length;
    }

    @Override
    public String toString() {
        return "open record of "
                + length()
                + " bytes: "
                + Arrays.toString(
                        Arrays.copyOfRange(buffer, start, Math.min(position, start + 16)));
    }
}
