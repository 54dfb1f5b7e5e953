package io.millrace.bytecode.quick;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

/**
 * What {@link Double#parseDouble} does in a job's classes, which are rewritten to come here: the
 * same, at once for decimals as data have them, {@code -12.345}, and as programs write them, {@code
 * 1.2345678901234567E-5}. Where the digits fit 53 bits and the power of ten is exact too, their
 * quotient or product is rounded once and so correctly (W. Clinger, How to Read Floating Point
 * Numbers Accurately, 1990); other numbers of up to 19 digits are {@link DecimalScale}'s. All else
 * is left to the JDK.
 *
 * <p>Public because the job's classes call it; nobody else does.
 */
public final class QuickDouble {

    /** A number of so many digits fits 64 bits. */
    private static final int MOST_DIGITS = 19;

    /** More digits of an exponent are no number, or a strange one. */
    private static final int MOST_EXPONENT_DIGITS = 3;

    private static final long MAX_EXACT = 1L << 53;

    private static final double[] POWERS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22
    };

    /** No exponent that a number could have here. */
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

    /**
     * The number that characters from {@code start} up to {@code limit} are, with a byte for each;
     * NaN if only the JDK can tell.
     */
    static double parsed(byte[] text, int start, int limit) {
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

    /** What a text says from where its digits end. */
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

    /** The double nearest to {@code digits * 10^exponent}, or NaN if only the JDK can tell. */
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
