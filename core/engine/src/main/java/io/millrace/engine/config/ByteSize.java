package io.millrace.engine.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and writes sizes in bytes with binary units: {@code 64k}, {@code 1MB}, {@code 2 GiB},
 * {@code 4096}.
 */
public final class ByteSize {

    private static final Pattern TEXT =
            Pattern.compile("\\s*(\\d+)\\s*(?:([kmgt]?)(?:i?b)?)\\s*", Pattern.CASE_INSENSITIVE);
    private static final String UNITS = "kmgt";

    private ByteSize() {}

    /**
     * The number of bytes that {@code text} denotes.
     *
     * @throws NumberFormatException if it is not a size
     */
    public static long parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new NumberFormatException(text);
        }
        String unit = matcher.group(2).toLowerCase(Locale.ROOT);
        int shift = unit.isEmpty() ? 0 : 10 * (UNITS.indexOf(unit) + 1);
        long count = Long.parseLong(matcher.group(1));
        if (count > Long.MAX_VALUE >> shift) {
            throw new NumberFormatException(text);
        }
        return count << shift;
    }

    /** The shortest exact form of {@code bytes}: {@code 65536} becomes {@code 64 KB}. */
    public static String format(long bytes) {
        int unit = -1;
        long count = bytes;
        while (count != 0 && count % 1024 == 0 && unit + 1 < UNITS.length()) {
            count /= 1024;
            unit++;
        }
        return unit < 0
                ? count + (count == 1 ? " byte" : " bytes")
                : count + " " + Character.toUpperCase(UNITS.charAt(unit)) + "B";
    }
}
