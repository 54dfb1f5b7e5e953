package io.millrace.records.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.records.schema.Column;
import io.millrace.records.schema.Schema;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plain twin of {@link DelimitedRecord}: splits a line into strings and parses each into an
 * object with the JDK. Characters are bytes.
 */
public final class ImmutableRecord {

    /** The value of a missing field, of one with bad quotes, and of one that is not of its type. */
    public static final String BAD = new String("bad");

    /** The value of a field with the null text in a nullable column. */
    public static final String NULL = new String("null");

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.STRICT);

    private final List<Object> values = new ArrayList<>();

    public ImmutableRecord(Schema schema, byte[] line) {
        List<String> fields = split(new String(line, ISO_8859_1), schema);
        for (Column column : schema.columns()) {
            int index = values.size();
            values.add(index < fields.size() ? value(column, fields.get(index), schema) : BAD);
        }
    }

    public Object value(int column) {
        return values.get(column);
    }

    /** Fields with their quotes. */
    private static List<String> split(String line, Schema schema) {
        char delimiter = (char) (schema.delimiter() & 0xff);
        if (schema.quote() == Schema.NO_QUOTE) {
            return List.of(line.split(java.util.regex.Pattern.quote("" + delimiter), -1));
        }
        char quote = (char) schema.quote();
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        boolean closed = false;
        for (int i = 0; i < line.length(); i++) {
            char each = line.charAt(i);
            if (each == delimiter && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
                closed = false;
                continue;
            }
            if (each == quote) {
                if (field.length() == 0) {
                    quoted = true;
                } else if (quoted) {
                    quoted = false;
                    closed = true;
                } else if (closed && field.charAt(field.length() - 1) == quote) {
                    quoted = true;
                    closed = false;
                }
            } else if (closed) {
                closed = false;
            }
            field.append(each);
        }
        fields.add(field.toString());
        return fields;
    }

    private static Object value(Column column, String field, Schema schema) {
        String nullText = ISO_8859_1.decode(schema.nullText()).toString();
        if (column.nullable() && field.equals(nullText)) {
            return NULL;
        }
        String text = schema.quote() == Schema.NO_QUOTE ? field : unquoted(field, schema.quote());
        if (text == null) {
            return BAD;
        }
        try {
            Object value = parsed(column, text);
            return value == null ? BAD : value;
        } catch (NumberFormatException | java.time.DateTimeException e) {
            return BAD;
        }
    }

    private static @Nullable String unquoted(String field, int quote) {
        String mark = String.valueOf((char) quote);
        if (!field.startsWith(mark)) {
            return field;
        }
        if (field.length() < 2 || !field.endsWith(mark)) {
            return null;
        }
        String pairs = field.substring(1, field.length() - 1).replace(mark + mark, "\u1234");
        return pairs.contains(mark) ? null : pairs.replace("\u1234", mark);
    }

    private static @Nullable Object parsed(Column column, String text) {
        return switch (column.type()) {
            case INT -> text.matches("[-+]?[0-9]+") ? Integer.valueOf(text) : null;
            case LONG -> text.matches("[-+]?[0-9]+") ? Long.valueOf(text) : null;
            case DOUBLE -> Double.valueOf(text);
            case DECIMAL -> decimal(column, text);
            case DATE -> text.matches("[0-9]{4}-.*") ? LocalDate.parse(text, DAY) : null;
            case TIMESTAMP -> timestamp(text);
            case IP -> address(text);
            case TEXT -> text;
        };
    }

    private static @Nullable Object decimal(Column column, String text) {
        if (!text.matches("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)")) {
            return null;
        }
        BigDecimal value = new BigDecimal(text);
        int decimals = text.contains(".") ? text.length() - text.indexOf('.') - 1 : 0;
        BigDecimal scaled = value.movePointRight(column.scale());
        return decimals <= column.scale()
                        && scaled.abs().compareTo(BigDecimal.TEN.pow(column.precision())) < 0
                ? scaled.longValueExact()
                : null;
    }

    private static @Nullable Object timestamp(String text) {
        String form = "[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?Z?";
        if (!text.matches(form) || text.contains("T24:") || text.contains(" 24:")) {
            return null;
        }
        LocalDate.parse(text.substring(0, 10), DAY);
        LocalDateTime time = LocalDateTime.parse(text.replace(' ', 'T').replace("Z", ""));
        return ChronoUnit.MICROS.between(LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), time);
    }

    private static @Nullable Object address(String text) {
        if (!text.matches("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}")) {
            return null;
        }
        int value = 0;
        for (String part : text.split("\\.", -1)) {
            int number = Integer.parseInt(part);
            if (number > 255) {
                return null;
            }
            value = value << 8 | number;
        }
        return value;
    }
}
