package io.millrace.hadoop.quick;

/**
 * What {@link Double#parseDouble} does in a job's classes, which are rewritten to come here: the
 * same, at once for decimals as data have them, {@code -12.345}. Where the digits fit 53 bits and
 * the power of ten is exact too, their quotient is rounded once and so correctly (W. Clinger, How
 * to Read Floating Point Numbers Accurately, 1990). All else is left to the JDK.
 *
 * <p>Public because the job's classes call it; nobody else does.
 */
public final class QuickDouble {

    /** With sign and point; more digits would not fit a long, let alone 53 bits. */
    private static final int MAX_LENGTH = 18;

    private static final long MAX_EXACT = 1L << 53;

    private static final double[] POWERS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18
    };

    private QuickDouble() {}

    /** {@link Double#valueOf(String)}. */
    public static Double valueOf(String text) {
        return parseDouble(text);
    }

    /** {@link Double#parseDouble}. */
    public static double parseDouble(String text) {
        int length = text.length();
        if (length > MAX_LENGTH) {
            return Double.parseDouble(text);
        }
        int first = length > 0 && text.charAt(0) == '-' ? 1 : 0;
        int point = length;
        long digits = 0;
        for (int i = first; i < length; i++) {
            int digit = text.charAt(i) - '0';
            if (digit >= 0 && digit <= 9) {
                digits = digits * 10 + digit;
            } else if (digit == '.' - '0' && point == length) {
                point = i;
            } else {
                return Double.parseDouble(text);
            }
        }
        int whole = point - first;
        int decimals = Math.max(0, length - point - 1);
        if (whole + decimals == 0 || digits > MAX_EXACT) {
            return Double.parseDouble(text);
        }
        double value = digits / POWERS[decimals];
        return first == 0 ? value : -value;
    }
}
