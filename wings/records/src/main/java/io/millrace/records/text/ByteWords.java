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

    /** Index of the first byte in {@code [from, to)} that is {@code wanted}; {@code to} if none. */
    static int find(byte[] bytes, int from, int to, byte wanted) {
        long pattern = (wanted & 0xff) * LOW_BITS;
        int at = from;
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
