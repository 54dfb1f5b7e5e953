package io.millrace.engine.stream;

/**
 * Iterates over adjacent values of one key, each preceded by {@linkplain ValueLengths its length}.
 * Used by one thread.
 */
public final class PackedValues {

    private byte[] bytes = new byte[0];
    private int at;
    private int length;
    private int end;

    /** Moves to before the first value in {@code array[from, to)}, which is lent. */
    public void moveBefore(byte[] array, int from, int to) {
        bytes = array;
        at = from;
        length = 0;
        end = to;
    }

    /** Moves to the next value; false at the end, and from then on. */
    public boolean next() {
        int next = at + length;
        if (next >= end) {
            return false;
        }
        length = ValueLengths.get(bytes, next);
        at = next + ValueLengths.size(length);
        return true;
    }

    /** Whether no value follows the current one. */
    public boolean atEnd() {
        return at + length >= end;
    }

    /** Offset of the current value. */
    public int offset() {
        return at;
    }

    /** Bytes of the current value. */
    public int length() {
        return length;
    }
}
