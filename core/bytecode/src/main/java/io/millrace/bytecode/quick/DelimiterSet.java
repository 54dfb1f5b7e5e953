package io.millrace.bytecode.quick;

import static io.millrace.bytecode.quick.ByteWords.HIGH_BITS;
import static io.millrace.bytecode.quick.ByteWords.LOW_BITS;

import org.jspecify.annotations.Nullable;

/** ASCII delimiters, found eight bytes at a time in bytes of one character each. */
final class DelimiterSet {

    /** The default delimiters of {@link java.util.StringTokenizer}. */
    static final String USUAL = " \t\n\r\f";

    /** An empty set. */
    static final DelimiterSet NONE = new DelimiterSet("");

    private static final DelimiterSet USUAL_SET = new DelimiterSet(USUAL);

    /** A bit for each character below 64; the next field has the others. */
    private final long lower;

    private final long upper;

    /**
     * Added to the seven low bits of a byte, it sets the high bit for the least delimiter and
     * above.
     */
    private final long fromLeast;

    /** The same for bytes above the greatest delimiter. */
    private final long beyondGreatest;

    private DelimiterSet(String delimiters) {
        long[] bits = new long[2];
        int least = Byte.MAX_VALUE;
        int greatest = 0;
        for (int i = 0; i < delimiters.length(); i++) {
            int delimiter = delimiters.charAt(i);
            bits[delimiter >>> 6] |= 1L << delimiter;
            least = Math.min(least, delimiter);
            greatest = Math.max(greatest, delimiter);
        }
        lower = bits[0];
        upper = bits[1];
        fromLeast = (0x80 - least) * LOW_BITS;
        beyondGreatest = (0x7f - greatest) * LOW_BITS;
    }

    /**
     * The set of these delimiters; null if not all are ASCII, or if one is the question mark, which
     * also stands for other characters in the bytes.
     */
    static @Nullable DelimiterSet of(@Nullable String delimiters) {
        if (USUAL.equals(delimiters)) {
            return USUAL_SET;
        }
        return delimiters != null
                        && delimiters.chars().allMatch(c -> c <= Byte.MAX_VALUE && c != '?')
                ? new DelimiterSet(delimiters)
                : null;
    }

    /**
     * Position in {@code bytes}, from {@code from} on, of the first byte that is not a delimiter.
     */
    int skip(byte[] bytes, int from) {
        int at = from;
        while (at < bytes.length && bytes[at] >= 0 && contains(bytes[at])) {
            at++;
        }
        return at;
    }

    /** Position in {@code bytes}, from {@code from} on, of the first delimiter, or the end. */
    int find(byte[] bytes, int from) {
        for (int at = from; at < bytes.length; at += Long.BYTES) {
            for (long hits = candidates(ByteWords.at(bytes, at)); hits != 0; hits &= hits - 1) {
                int end = at + (Long.numberOfTrailingZeros(hits) >>> 3);
                if (end >= bytes.length) {
                    return bytes.length;
                }
                if (contains(bytes[end])) {
                    return end;
                }
            }
        }
        return bytes.length;
    }

    private boolean contains(byte ascii) {
        return (((ascii < Long.SIZE ? lower : upper) >>> ascii) & 1) != 0;
    }

    /** The high bit of each byte between the least and the greatest delimiter. */
    private long candidates(long word) {
        long low = word & ~HIGH_BITS;
        return (low + fromLeast) & ~(low + beyondGreatest) & ~word & HIGH_BITS;
    }
}
