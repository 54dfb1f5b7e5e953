package io.millrace.records.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import java.util.OptionalLong;

/**
 * The values of all types except texts as whole numbers with the same order. Integers, days and
 * times are these numbers already, decimals are so without their point, and addresses are unsigned.
 * Floating-point numbers are their bits, with the bits of negative numbers inverted; both zeros are
 * the same number.
 */
public final class Ordinals {

    /** The ordinal of a double column's NaN, which has no place in the order. */
    public static final long NAN = Long.MAX_VALUE;

    private Ordinals() {}

    /** The ordinal of a text that is a valid field of a column; empty if it is not. */
    public static OptionalLong parse(Column column, String text) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        ParsedField field = new ParsedField();
        return field.parse(column, bytes, 0, bytes.length)
                ? OptionalLong.of(of(column.type(), field))
                : OptionalLong.empty();
    }

    /** Whether an ordinal of a column is its NaN. */
    public static boolean isNan(ColumnType type, long ordinal) {
        return ordinal == NAN && type == ColumnType.DOUBLE;
    }

    /** The rule for the fields of a column, for messages. */
    public static String rule(Column column) {
        return ParsedField.rule(column);
    }

    static long of(ColumnType type, ParsedField field) {
        return type == ColumnType.DOUBLE ? of(field.real()) : field.whole();
    }

    /** The ordinal of a floating-point number. */
    public static long of(double value) {
        if (Double.isNaN(value)) {
            return NAN;
        }
        long bits = Double.doubleToRawLongBits(value + 0.0);
        return bits ^ ((bits >> (Long.SIZE - 1)) & Long.MAX_VALUE);
    }
}
