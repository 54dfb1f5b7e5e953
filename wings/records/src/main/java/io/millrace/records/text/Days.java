package io.millrace.records.text;

/** Days as text, {@code 2026-11-25}: years from 0000 to 9999 of the Gregorian calendar. */
final class Days {

    static final int LENGTH = 10;

    /** Returned for bytes that are not a day. */
    static final int INVALID = Integer.MIN_VALUE;

    private static final int MONTH = 5;
    private static final int DAY = 8;

    /** From the first day of the year 0 to that of 1970. */
    private static final int BEFORE_1970 = 719_528;

    private static final int YEAR_DAYS = 365;
    private static final int FEBRUARY = 2;
    private static final int[] BEFORE_MONTH = {
        0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, YEAR_DAYS
    };

    private Days() {}

    /** Days since 1970-01-01 of the ten bytes at {@code from}, or {@link #INVALID}. */
    static int parsed(byte[] bytes, int from) {
        int century = TwoDigits.at(bytes, from);
        int ofCentury = TwoDigits.at(bytes, from + 2);
        int month = TwoDigits.at(bytes, from + MONTH);
        int day = TwoDigits.at(bytes, from + DAY);
        int year = century * 100 + ofCentury;
        if ((century | ofCentury | month | day) < 0
                || bytes[from + MONTH - 1] != '-'
                || bytes[from + DAY - 1] != '-'
                || month < 1
                || month > 12
                || day < 1) {
            return INVALID;
        }
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        int length = BEFORE_MONTH[month + 1] - BEFORE_MONTH[month];
        if (day > (leap && month == FEBRUARY ? length + 1 : length)) {
            return INVALID;
        }
        int beforeYear = YEAR_DAYS * year + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
        int leapDay = leap && month > FEBRUARY ? 1 : 0;
        return beforeYear + BEFORE_MONTH[month] + leapDay + day - 1 - BEFORE_1970;
    }
}
