package io.millrace.bytecode.quick;

import org.apache.hadoop.io.Text;

/**
 * Replaces {@link Integer#parseInt} and {@link Long#parseLong} in a job's rewritten classes where
 * the job creates a string only for them, with the same results and errors. The number is read
 * where its characters lie.
 *
 * <p>Public because the job's classes call it; other code must not.
 */
public final class QuickInteger {

    /** No number of {@link #MOST_DIGITS} digits has this value. */
    static final long UNKNOWN = Long.MIN_VALUE;

    /** Numbers of this many digits fit a long. */
    private static final int MOST_DIGITS = 18;

    private static final int DECIMAL = 10;

    private QuickInteger() {}

    /** {@link Integer#parseInt} of {@link Text#toString}. */
    public static int parseInt(Text text) {
        long value = parsed(text);
        return value == (int) value ? (int) value : Integer.parseInt(text.toString());
    }

    /** {@link Long#parseLong} of {@link Text#toString}. */
    public static long parseLong(Text text) {
        long value = parsed(text);
        return value == UNKNOWN ? Long.parseLong(text.toString()) : value;
    }

    /** {@link Integer#parseInt} of {@link String#substring(int)}. */
    public static int parseInt(String text, int start) {
        return parseInt(text, start, text.length());
    }

    /** {@link Integer#parseInt} of {@link String#substring(int, int)}. */
    public static int parseInt(String text, int start, int end) {
        if (hasPart(text, start, end)) {
            try {
                return Integer.parseInt(text, start, end, DECIMAL);
            } catch (NumberFormatException e) {
                // Its message is that of another method.
            }
        }
        return Integer.parseInt(text.substring(start, end));
    }

    /** {@link Long#parseLong} of {@link String#substring(int)}. */
    public static long parseLong(String text, int start) {
        return parseLong(text, start, text.length());
    }

    /** {@link Long#parseLong} of {@link String#substring(int, int)}. */
    public static long parseLong(String text, int start, int end) {
        if (hasPart(text, start, end)) {
            try {
                return Long.parseLong(text, start, end, DECIMAL);
            } catch (NumberFormatException e) {
                // Its message is that of another method.
            }
        }
        return Long.parseLong(text.substring(start, end));
    }

    private static boolean hasPart(String text, int start, int end) {
        return start >= 0 && start <= end && end <= text.length();
    }

    private static long parsed(Text text) {
        return text.getClass() == Text.class
                ? parsed(text.getBytes(), 0, text.getLength())
                : UNKNOWN;
    }

    /**
     * The number in the characters from {@code start} up to {@code limit}, one byte each; {@link
     * #UNKNOWN} if only the JDK can parse it.
     */
    static long parsed(byte[] text, int start, int limit) {
        boolean signed = limit > start && (text[start] == '-' || text[start] == '+');
        int first = signed ? start + 1 : start;
        if (first == limit || limit - first > MOST_DIGITS) {
            return UNKNOWN;
        }
        long number = 0;
        for (int at = first; at < limit; at++) {
            int digit = text[at] - '0';
            if (digit < 0 || digit > 9) {
                return UNKNOWN;
            }
            number = number * DECIMAL + digit;
        }
        return text[start] == '-' ? -number : number;
    }
}
