package io.millrace.records.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Bytes searched eight at a time. */
final class ByteWords {

    static final long LOW_BITS = 0x0101010101010101L;

    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_SEVEN = 0x7f7f7f7f7f7f7f7fL;
    private static final long HIGH_BITS = ~LOW_SEVEN;

    /** Bytes of four words. */
    private static final int FOUR = 4 * Long.BYTES;

    private ByteWords() {}

    /** Eight bytes, the first in the lowest position. */
    static long at(byte[] bytes, int at) {
        return (long) WORDS.get(bytes, at);
    }

    /** The highest bit of exactly those bytes of a word that are the pattern's. */
    static long matches(long word, long pattern) {
        long other = word ^ pattern;
        return ~(((other & LOW_SEVEN) + LOW_SEVEN) | other | LOW_SEVEN);
    }

    /** The matches of a word as one bit for each byte, the lowest for the first. */
    static int bits(long matches) {
        return (int) (((matches >>> 7) * 0x0102040810204080L) >>> 56);
    }

    /** Whether one of four words has a byte of the pattern: one branch for all of them. */
    private static boolean isInFour(byte[] bytes, int at, long pattern) {
        long first = at(bytes, at) ^ pattern;
        long second = at(bytes, at + Long.BYTES) ^ pattern;
        long third = at(bytes, at + 2 * Long.BYTES) ^ pattern;
        long fourth = at(bytes, at + 3 * Long.BYTES) ^ pattern;
        return (zeros(first) | zeros(second) | zeros(third) | zeros(fourth)) != 0;
    }

    /** Not 0 if and only if a byte of the word is 0. */
    private static long zeros(long word) {
        return (word - LOW_BITS) & ~word & HIGH_BITS;
    }

    /** Index of the first byte in {@code [from, to)} that is {@code wanted}; {@code to} if none. */
    static int find(byte[] bytes, int from, int to, byte wanted) {
        long pattern = (wanted & 0xff) * LOW_BITS;
        int at = from;
        while (at <= to - FOUR && !isInFour(bytes, at, pattern)) {
            at += FOUR;
        }
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long hits = matches(at(bytes, at), pattern);
            if (hits != 0) {
                return at + (Long.numberOfTrailingZeros(hits) >>> 3);
            }
        }
        while (at < to && bytes[at] != wanted) {
            at++;
        }
        return at;
    }
}
