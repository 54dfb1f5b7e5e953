package io.millrace.engine.collect;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Short keys as two words of eight bytes, padded with zeros. No code here branches on the length of
 * a key: the lengths of words in a text follow no pattern, and a mispredicted branch costs more
 * than everything else.
 */
final class KeyWords {

    /** Longest key in bytes. */
    static final int MAX_BYTES = 16;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The bits of a word that belong to the key, by key length. */
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
