package io.millrace.records.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.bytecode.quick.QuickDouble;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;

/**
 * Parses the bytes of a field. Each method returns whether they are valid, and leaves the value
 * here. Used by one thread.
 */
final class ParsedField {

    /** A number of this many digits fits 64 bits without a sign. */
    private static final int MOST_DIGITS = 19;

    private long whole;
    private double real;

    /** The value of everything except a floating-point number. */
    long whole() {
        return whole;
    }

    /** The value of a floating-point number. */
    double real() {
        return real;
    }

    /** Parses a field of a column's type. A text is always valid, and has no value here. */
    boolean parse(Column column, byte[] bytes, int from, int to) {
        return switch (column.type()) {
            case INT -> integer(bytes, from, to, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case LONG -> integer(bytes, from, to, Long.MIN_VALUE, Long.MAX_VALUE);
            case DECIMAL -> decimal(bytes, from, to, column.precision(), column.scale());
            case DOUBLE -> floating(bytes, from, to);
            case DATE -> date(bytes, from, to);
            case TIMESTAMP -> timestamp(bytes, from, to);
            case IP -> address(bytes, from, to);
            case TEXT -> true;
        };
    }

    /** Parses a sign, if any, and at least one digit. */
    boolean integer(byte[] bytes, int from, int to, long min, long max) {
        int at = from;
        boolean negative = at < to && bytes[at] == '-';
        if (negative || (at < to && bytes[at] == '+')) {
            at++;
        }
        if (Digits.canRead(at, to)) {
            int value = Digits.value(bytes, at, to);
            whole = negative ? -value : value;
            return value >= 0;
        }
        if (at == to) {
            return false;
        }
        while (at < to - 1 && bytes[at] == '0') {
            at++;
        }
        if (to - at > MOST_DIGITS) {
            return false;
        }
        long value = 0;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            value = value * 10 + digit;
        }
        whole = negative ? -value : value;
        boolean fits = value >= 0 || (negative && value == Long.MIN_VALUE);
        return fits && whole >= min && whole <= max;
    }

    /** Parses a number without an exponent; the value has {@code scale} digits after the point. */
    boolean decimal(byte[] bytes, int from, int to, int precision, int scale) {
        int at = from;
        boolean negative = at < to && bytes[at] == '-';
        if (negative || (at < to && bytes[at] == '+')) {
            at++;
        }
        long value = 0;
        int digits = 0;
        int significant = 0;
        int decimals = -1;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit >= 0 && digit <= 9) {
                significant += significant > 0 || digit > 0 ? 1 : 0;
                decimals += decimals >= 0 ? 1 : 0;
                if (significant > precision || decimals > scale) {
                    return false;
                }
                digits++;
                value = value * 10 + digit;
            } else if (digit == '.' - '0' && decimals < 0) {
                decimals = 0;
            } else {
                return false;
            }
        }
        int missing = scale - Math.max(0, decimals);
        if (digits == 0 || (value != 0 && significant + missing > precision)) {
            return false;
        }
        for (int i = 0; i < missing; i++) {
            value *= 10;
        }
        whole = negative ? -value : value;
        return true;
    }

    /** Parses what {@link Double#parseDouble} does, to the same bits. */
    boolean floating(byte[] bytes, int from, int to) {
        double value = PlainDoubles.parsed(bytes, from, to);
        if (Double.isNaN(value)) {
            value = QuickDouble.parsed(bytes, from, to);
        }
        if (Double.isNaN(value)) {
            try {
                value = Double.parseDouble(new String(bytes, from, to - from, ISO_8859_1));
            } catch (NumberFormatException e) {
                return false;
            }
        }
        real = value;
        return true;
    }

    /** Parses a day; the value is the number of days since 1970-01-01. */
    boolean date(byte[] bytes, int from, int to) {
        if (to - from != Days.LENGTH) {
            return false;
        }
        whole = Days.parsed(bytes, from);
        return whole != Days.INVALID;
    }

    /** Parses a day and a time of day; the value is in microseconds since 1970-01-01, UTC. */
    boolean timestamp(byte[] bytes, int from, int to) {
        if (to - from < Days.LENGTH + TimesOfDay.LENGTH + 1) {
            return false;
        }
        int separator = bytes[from + Days.LENGTH];
        long day = Days.parsed(bytes, from);
        long time = TimesOfDay.parsed(bytes, from + Days.LENGTH + 1, to);
        whole = day * TimesOfDay.DAY_MICROS + time;
        return (separator == ' ' || separator == 'T')
                && day != Days.INVALID
                && time != TimesOfDay.INVALID;
    }

    /** Parses an IPv4 address; the first number is in the highest of the value's 32 bits. */
    boolean address(byte[] bytes, int from, int to) {
        whole = Addresses.parsed(bytes, from, to);
        return whole != Addresses.INVALID;
    }

    /** The rule of a type, for messages. */
    static String rule(Column column) {
        return switch (column.type()) {
            case INT -> "digits, with a sign if any, from -2147483648 to 2147483647";
            case LONG ->
                    "digits, with a sign if any, from -9223372036854775808 to 9223372036854775807";
            case DECIMAL ->
                    "digits with at most %d before the point and %d after it"
                            .formatted(column.precision() - column.scale(), column.scale());
            case DOUBLE -> "a floating-point number such as -1.5 or 2e10";
            case DATE -> "a valid day such as 2026-11-25";
            case TIMESTAMP ->
                    "a valid day and time such as 2026-11-25 13:40:00, with at most 6 decimals and a Z at the end if any";
            case IP -> "an IPv4 address such as 192.0.2.1; for others use the type text";
            case TEXT -> ColumnType.TEXT.toString();
        };
    }
}
