package io.millrace.cli.process;

import io.millrace.engine.config.ByteSize;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 256MB}. */
public final class Size implements ITypeConverter<Long> {

    private static final String UNITS = "KMGT";
    private static final int UNIT = 1024;

    /** A number and the first letter of a unit, with whatever else. */
    private static final Pattern CLOSE =
            Pattern.compile(
                    "(?<count>\\d{1,9}(?:[.,]\\d{1,9})?)\\s*(?<unit>[kmgt]?)",
                    Pattern.CASE_INSENSITIVE);

    @Override
    public Long convert(String text) {
        long bytes = parsed(text);
        if (bytes < 1) {
            throw new TypeConversionException(
                    "'" + text + "' is not a valid size; try " + nearest(text));
        }
        return bytes;
    }

    /** The size that a person most likely meant. */
    private static String nearest(String text) {
        Matcher close = CLOSE.matcher(text);
        if (!close.find() || close.group("unit").isEmpty()) {
            return "64MB or 1GB";
        }
        String unit = close.group("unit").toUpperCase(Locale.ROOT);
        double count = Double.parseDouble(close.group("count").replace(',', '.'));
        int at = UNITS.indexOf(unit);
        if (count == Math.rint(count) || at == 0) {
            return Math.max(1, Math.round(count)) + unit + "B";
        }
        return Math.max(1, Math.round(count * UNIT)) + UNITS.substring(at - 1, at) + "B";
    }

    private static long parsed(String text) {
        try {
            return ByteSize.parse(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
