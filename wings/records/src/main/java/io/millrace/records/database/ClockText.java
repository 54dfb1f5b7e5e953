package io.millrace.records.database;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times of day as databases write them, such as 13:40, 13:40:00.123456, and MySQL's durations. */
final class ClockText {

    private static final Pattern CLOCK =
            Pattern.compile("(-?)([0-9]{1,3}):([0-5][0-9])(?::([0-5][0-9](?:[.][0-9]*)?))?");

    private ClockText() {}

    static boolean isValid(String text) {
        return CLOCK.matcher(text).matches();
    }

    /**
     * Compares two times.
     *
     * @throws IllegalArgumentException if one is not a valid time
     */
    static int compare(String one, String other) {
        return seconds(one).compareTo(seconds(other));
    }

    private static BigDecimal seconds(String text) {
        Matcher clock = CLOCK.matcher(text);
        if (!clock.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a time of day");
        }
        int minutes = Integer.parseInt(clock.group(2)) * 60 + Integer.parseInt(clock.group(3));
        BigDecimal whole = BigDecimal.valueOf(minutes * 60L);
        String second = clock.group(4);
        BigDecimal found = second == null ? whole : whole.add(new BigDecimal(second));
        return clock.group(1).isEmpty() ? found : found.negate();
    }
}
