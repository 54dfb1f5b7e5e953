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
        int start = to - Long.BYTES;
        long word = ByteWords.at(bytes, start);
        long points = ByteWords.matches(word, POINTS);
        int point = start + Long.BYTES - 1 - (Long.numberOfLeadingZeros(points) >>> 3);
        boolean negative = bytes[from] == '-';
        int first = negative ? from + 1 : from;
        if (points == 0 || point == to - 1 || !Digits.canRead(first, point)) {
            return Double.NaN;
        }
        long power = POWERS[to - point - 1];
        long digits =
                first >= start
                        ? Digits.valueWithout(word, to - first, point - start)
                        : joined(bytes, first, point, to, power);
        double value = digits < 0 ? Double.NaN : (double) digits / power;
        return negative ? -value : value;
    }

    /** The digits of both sides of a point as one number; negative if a byte is not a digit. */
    private static long joined(byte[] bytes, int first, int point, int to, long power) {
        long whole = Digits.value(bytes, first, point);
        long decimals = Digits.value(bytes, point + 1, to);
        return (whole | decimals) < 0 ? -1 : whole * power + decimals;
    }
}
