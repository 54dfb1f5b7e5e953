package io.millrace.records.text;

/** Times of day as text, {@code 13:40:00} or {@code 13:40:00.123456}, with or without a Z. */
final class TimesOfDay {

    /** Without decimals. */
    static final int LENGTH = 8;

    static final long DAY_MICROS = 86_400_000_000L;

    /** Returned for bytes that are not a time of day. */
    static final long INVALID = Long.MIN_VALUE;

    private static final int DECIMALS = 6;
    private static final int MINUTE = 3;
    private static final int SECOND = 6;
    private static final long SECOND_MICROS = 1_000_000;

    private TimesOfDay() {}

    /** Microseconds of the bytes in {@code [from, to)}, at least eight, or {@link #INVALID}. */
    static long parsed(byte[] bytes, int from, int to) {
        int hour = TwoDigits.at(bytes, from);
        int minute = TwoDigits.at(bytes, from + MINUTE);
        int second = TwoDigits.at(bytes, from + SECOND);
        int end = bytes[to - 1] == 'Z' ? to - 1 : to;
        if ((hour | minute | second) < 0
                || bytes[from + MINUTE - 1] != ':'
                || bytes[from + SECOND - 1] != ':'
                || hour > 23
                || minute > 59
                || second > 59
                || end < from + LENGTH) {
            return INVALID;
        }
        long micros = decimals(bytes, from + LENGTH, end);
        return micros < 0
                ? INVALID
                : ((hour * 60L + minute) * 60 + second) * SECOND_MICROS + micros;
    }

    /** Microseconds of a point and its digits; 0 if there are none; negative if not valid. */
    private static long decimals(byte[] bytes, int from, int to) {
        if (from == to) {
            return 0;
        }
        int count = to - from - 1;
        if (bytes[from] != '.' || count < 1 || count > DECIMALS) {
            return -1;
        }
        long micros = 0;
        for (int i = 0; i < DECIMALS; i++) {
            int digit = i < count ? bytes[from + 1 + i] - '0' : 0;
            if (digit < 0 || digit > 9) {
                return -1;
            }
            micros = micros * 10 + digit;
        }
        return micros;
    }
}
