package io.millrace.records.text;

/**
 * Floating-point numbers as most data has them, {@code -1234.56}: at most eight digits, a point,
 * and at most seven digits. Both parts are exact in a double, so their quotient is rounded once, as
 * in {@link io.millrace.bytecode.quick.QuickDouble}, which parses all others.
 */
final class PlainDoubles {

    private static final long POINTS = '.' * ByteWords.LOW_BITS;
    private static final int[] POWERS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000};

    private PlainDoubles() {}

    /** The number in a field, or NaN if it has another form or no word before its point. */
    static double parsed(byte[] bytes, int from, int to) {
        if (to - from < 2 || to < Long.BYTES) {
            return Double.NaN;
        }
        int word = to - Long.BYTES;
        long points = ByteWords.matches(ByteWords.at(bytes, word), POINTS);
        int point = word + Long.BYTES - 1 - (Long.numberOfLeadingZeros(points) >>> 3);
        boolean negative = bytes[from] == '-';
        int first = negative ? from + 1 : from;
        if (points == 0 || point == to - 1 || !Digits.canRead(first, point)) {
            return Double.NaN;
        }
        long whole = Digits.value(bytes, first, point);
        long decimals = Digits.value(bytes, point + 1, to);
        if ((whole | decimals) < 0) {
            return Double.NaN;
        }
        long power = POWERS[to - point - 1];
        double value = (double) (whole * power + decimals) / power;
        return negative ? -value : value;
    }
}
