package io.millrace.records.schema;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The types of columns. The text form of a schema names them in lower case. */
public enum ColumnType {
    /** An integer of 32 bits, in decimal. */
    INT,
    /** An integer of 64 bits, in decimal. */
    LONG,
    /** A decimal number with a fixed number of digits after the point. */
    DECIMAL,
    /** A floating-point number, as {@link Double#parseDouble} reads it. */
    DOUBLE,
    /** A day: {@code 2026-11-25}. */
    DATE,
    /** A day and a time of day in UTC: {@code 2026-11-25 13:40:00.123456}. */
    TIMESTAMP,
    /** An IPv4 address: {@code 192.0.2.1}. */
    IP,
    /** Any bytes, usually UTF-8. */
    TEXT;

    /** The type that a schema's text calls {@code name}. */
    static Optional<ColumnType> of(String name) {
        return Arrays.stream(values()).filter(type -> type.toString().equals(name)).findFirst();
    }

    /** All names, for messages. */
    static String names() {
        return Arrays.stream(values())
                .map(type -> type == DECIMAL ? "decimal(PRECISION,SCALE)" : type.toString())
                .collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
