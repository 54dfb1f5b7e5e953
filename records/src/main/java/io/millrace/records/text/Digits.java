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
        return number(ByteWords.at(bytes, to - MOST), to - from);
    }

    /**
     * The number in the last bytes of a word, without one of them that is not the last.
     *
     * @param length how many of the last bytes are the field's, the other one among them
     * @param other the place of the other one in the word, from 0
     * @return -1 if a byte is not a digit
     */
    static int valueWithout(long word, int length, int other) {
        long after = -1L << (Byte.SIZE * (other + 1));
        long before = ~(-1L << (Byte.SIZE * other));
        return number((word & after) | (word & before) << Byte.SIZE, length - 1);
    }

    /** The number in the last bytes of a word; -1 if a byte is not a digit. */
    private static int number(long word, int length) {
        long digits = (word ^ ZEROS) & (-1L << (Long.SIZE - Byte.SIZE * length));
        if ((((digits + ABOVE_NINE) | digits) & HIGH_BITS) != 0) {
            return -1;
        }
        // Joins neighbours: digits to pairs, pairs to fours, fours to the number.
        long pairs = (digits * (1 + (10 << 8))) >>> 8 & 0x00ff00ff00ff00ffL;
        long fours = (pairs * (1 + (100 << 16))) >>> 16 & 0x0000ffff0000ffffL;
        return (int) ((fours * (1 + (10_000L << 32))) >>> 32);
    }
}
