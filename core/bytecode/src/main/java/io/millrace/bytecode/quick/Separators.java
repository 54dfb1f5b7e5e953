package io.millrace.bytecode.quick;

import static io.millrace.bytecode.quick.ByteWords.HIGH_BITS;
import static io.millrace.bytecode.quick.ByteWords.LOW_BITS;

/** Finds an ASCII character, other than null, in ASCII bytes, eight bytes at a time. */
final class Separators {

    /** Not all bytes are ASCII. */
    static final int NOT_ASCII = -1;

    private Separators() {}

    /** The number of separators among the first {@code end} bytes, or {@link #NOT_ASCII}. */
    static int count(byte[] bytes, int end, int separator) {
        long repeated = separator * LOW_BITS;
        long all = 0;
        int count = 0;
        int at = 0;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            long word = ByteWords.at(bytes, at);
            all |= word;
            count += Long.bitCount(hits(word, repeated));
        }
        if (at < end) {
            long word = ByteWords.at(bytes, at) & ((1L << ((end - at) * Byte.SIZE)) - 1);
            all |= word;
            count += Long.bitCount(hits(word, repeated));
        }
        return (all & HIGH_BITS) == 0 ? count : NOT_ASCII;
    }

    /**
     * Position of a separator, from {@code from} on; it must be there.
     *
     * @param before number of separators before it
     */
    static int find(byte[] bytes, int from, int separator, int before) {
        long repeated = separator * LOW_BITS;
        int at = from;
        int left = before;
        long hits = hits(ByteWords.at(bytes, at), repeated);
        for (int found = Long.bitCount(hits); found <= left; found = Long.bitCount(hits)) {
            left -= found;
            at += Long.BYTES;
            hits = hits(ByteWords.at(bytes, at), repeated);
        }
        for (; left > 0; left--) {
            hits &= hits - 1;
        }
        return at + (Long.numberOfTrailingZeros(hits) >>> 3);
    }

    /** The high bit of each byte that is the separator, if all bytes are ASCII. */
    private static long hits(long word, long repeated) {
        return ~((word ^ repeated) + ~HIGH_BITS) & HIGH_BITS;
    }
}
