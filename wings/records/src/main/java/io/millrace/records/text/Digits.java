package io.millrace.records.text;

/** Numbers of up to eight decimal digits, read as one word. */
final class Digits {

    /** A number of this many digits fits a word. */
    static final int MOST = Long.BYTES;

    private static final long ZEROS = '0' * ByteWords.LOW_BITS;
    private static final long HIGH_BITS = ByteWords.LOW_BITS << 7;

    /** Added to a byte, sets its high bit if the byte is more than 9. */
    private static final long ABOVE_NINE = 0x76 * ByteWords.LOW_BITS;

    private Digits() {}

    /** Whether {@link #value} can read a field: it takes the eight bytes before its end. */
    static boolean canRead(int from, int to) {
        int length = to - from;
        return length > 0 && length <= MOST && to >= MOST;
    }

    /** The number in a field that {@link #canRead} accepts; -1 if a byte is not a digit. */
    static int value(byte[] bytes, int from, int to) {
        long before = Long.SIZE - (long) Byte.SIZE * (to - from);
        long digits = (ByteWords.at(bytes, to - MOST) ^ ZEROS) & (-1L << before);
        if ((((digits + ABOVE_NINE) | digits) & HIGH_BITS) != 0) {
            return -1;
        }
        // Joins neighbours: digits to pairs, pairs to fours, fours to the number.
        long pairs = (digits * (1 + (10 << 8))) >>> 8 & 0x00ff00ff00ff00ffL;
        long fours = (pairs * (1 + (100 << 16))) >>> 16 & 0x0000ffff0000ffffL;
        return (int) ((fours * (1 + (10_000L << 32))) >>> 32);
    }
}
