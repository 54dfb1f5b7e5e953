package io.millrace.engine.collect;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Short keys as two words of eight bytes, the bytes behind the key's end zero. Nothing here
 * branches on the length of a key: lengths of words in a text follow no pattern, and a branch that
 * is foretold wrongly costs more than all the rest.
 */
final class KeyWords {

    /** Longest key in bytes. */
    static final int MAX_BYTES = 16;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** By key length, which of a word's bits are the key's. */
    private static final long[] FIRST_MASKS = new long[MAX_BYTES + 1];

    private static final long[] SECOND_MASKS = new long[MAX_BYTES + 1];

    static {
        for (int length = 0; length <= MAX_BYTES; length++) {
            FIRST_MASKS[length] = lowBytes(Math.min(length, Long.BYTES));
            SECOND_MASKS[length] = lowBytes(Math.max(length - Long.BYTES, 0));
        }
    }

    private KeyWords() {}

    /** The first word of a key; {@code bytes[at, at + 16)} must exist. */
    static long first(byte[] bytes, int at, int length) {
        return (long) LONGS.get(bytes, at) & FIRST_MASKS[length];
    }

    /** The second word of a key; {@code bytes[at, at + 16)} must exist. */
    static long second(byte[] bytes, int at, int length) {
        return (long) LONGS.get(bytes, at + Long.BYTES) & SECOND_MASKS[length];
    }

    private static long lowBytes(int count) {
        return count == Long.BYTES ? -1L : (1L << (count * Byte.SIZE)) - 1;
    }
}
