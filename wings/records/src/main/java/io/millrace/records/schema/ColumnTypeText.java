package io.millrace.records.schema;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A type as written in the text form of a schema. */
record ColumnTypeText(ColumnType type, int precision, int scale) {

    private static final Pattern DECIMAL = Pattern.compile("decimal\\((\\d{1,4}),(\\d{1,4})\\)");

    /** The type in {@code text}; null if there is none. */
    static @Nullable ColumnTypeText of(String text) {
        Matcher decimal = DECIMAL.matcher(text);
        if (decimal.matches()) {
            return new ColumnTypeText(
                    ColumnType.DECIMAL,
                    Integer.parseInt(decimal.group(1)),
                    Integer.parseInt(decimal.group(2)));
        }
        Optional<ColumnType> type = ColumnType.of(text);
        return type.isEmpty() || type.get() == ColumnType.DECIMAL
                ? null
                : new ColumnTypeText(type.get(), 0, 0);
    }
}
