package io.millrace.bytecode.quick;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@link Double#parseDouble} in a job's rewritten classes, with the same results. It is
 * fast for decimals as in data, {@code -12.345}, and as printed by programs, {@code
 * 1.2345678901234567E-5}. If the digits fit 53 bits and the power of ten is also exact, their
 * quotient or product is rounded once and so correctly (W. Clinger, How to Read Floating Point
 * Numbers Accurately, 1990). {@link DecimalScale} converts other numbers of up to 19 digits, and
 * the JDK everything else.
 *
 * <p>Public because the job's classes call it, and decoders of records.
 */
public final class QuickDouble {

    /** A number of this many digits fits 64 bits. */
    private static final int MOST_DIGITS = 19;

    /** A longer exponent is invalid, or very unusual. */
    private static final int MOST_EXPONENT_DIGITS = 3;

    private static final long MAX_EXACT = 1L << 53;

    private static final double[] POWERS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22
    };

    /** An exponent that no number here can have. */
    private static final int NO_EXPONENT = Integer.MIN_VALUE;

    private QuickDouble() {}

    /** {@link Double#valueOf(String)}. */
    public static Double valueOf(@Nullable String text) {
        return parseDouble(text);
    }

    /** {@link Double#parseDouble}. */
    public static double parseDouble(@Nullable String text) {
        if (text == null) {
            return Double.parseDouble(text);
        }
        byte[] bytes = text.getBytes(ISO_8859_1);
        double value = parsed(bytes, 0, bytes.length);
        return Double.isNaN(value) ? Double.parseDouble(text) : value;
    }

    /** {@link Double#parseDouble} of {@link Text#toString}. */
    public static double parseDouble(Text text) {
        double value =
                text.getClass() == Text.class
                        ? parsed(text.getBytes(), 0, text.getLength())
                        : Double.NaN;
        return Double.isNaN(value) ? Double.parseDouble(text.toString()) : value;
    }

    /**
     * The number in the characters from {@code start} up to {@code limit}, one byte each; NaN if
     * only the JDK can parse it.
     */
    public static double parsed(byte[] text, int start, int limit) {
        int first = limit > start && text[start] == '-' ? start + 1 : start;
        int point = -1;
        int significant = 0;
        long digits = 0;
        int end = first;
        for (; end < limit; end++) {
            int digit = text[end] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = digits * 10 + digit;
                significant += significant == 0 && digit == 0 ? 0 : 1;
            } else if (digit == '.' - '0' && point < 0) {
                point = end;
            } else {
                break;
            }
        }
        int decimals = point < 0 ? 0 : end - point - 1;
        boolean none = end - first == (point < 0 ? 0 : 1);
        int exponent = exponent(text, end, limit);
        if (none || significant > MOST_DIGITS || exponent == NO_EXPONENT) {
            return Double.NaN;
        }
        double value = scaled(digits, exponent - decimals);
        return first == start ? value : -value;
    }

    /** The exponent that a text has after its digits. */
    private static int exponent(byte[] text, int start, int limit) {
        if (start == limit) {
            return 0;
        }
        int at = start + 1;
        if ((text[start] | ' ') != 'e' || at == limit) {
            return NO_EXPONENT;
        }
        boolean negative = text[at] == '-';
        if (negative || text[at] == '+') {
            at++;
        }
        if (at == limit || limit - at > MOST_EXPONENT_DIGITS) {
            return NO_EXPONENT;
        }
        int exponent = 0;
        for (; at < limit; at++) {
            int digit = text[at] - '0';
            if (digit < 0 || digit > 9) {
                return NO_EXPONENT;
            }
            exponent = exponent * 10 + digit;
        }
        return negative ? -exponent : exponent;
    }

    /**
     * The double nearest to {@code digits * 10^exponent}, or NaN if only the JDK can determine it.
     */
    private static double scaled(long digits, int exponent) {
        if (digits >= 0 && digits <= MAX_EXACT && Math.abs(exponent) < POWERS.length) {
            return exponent < 0 ? digits / POWERS[-exponent] : digits * POWERS[exponent];
        }
        if (digits == 0) {
            return 0;
        }
        long bits = DecimalScale.nearest(digits, exponent);
        return bits == DecimalScale.UNKNOWN ? Double.NaN : Double.longBitsToDouble(bits);
    }
}
