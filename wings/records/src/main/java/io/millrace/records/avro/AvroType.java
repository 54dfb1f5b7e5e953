package io.millrace.records.avro;

import java.util.Locale;

/** The types of Avro columns, with the getters of {@link AvroRecord} that read them. */
public enum AvroType {
    /** A whole number of 32 bits: {@code getInt}, {@code getLong}. */
    INT,
    /** A whole number of 64 bits: {@code getLong}. */
    LONG,
    /** A number of Java's float: {@code getDouble}. */
    FLOAT,
    /** A number of Java's double: {@code getDouble}. */
    DOUBLE,
    /** {@code getBoolean}. */
    BOOLEAN,
    /** A string: {@code getText}. */
    TEXT,
    /** Bytes, of fixed length or not: {@code getText}. */
    BYTES,
    /** A symbol: {@code getText}, and {@code getInt} for its position in the schema. */
    ENUM,
    /** The logical type decimal: {@code getDecimal}, and {@code getText} for its bytes. */
    DECIMAL,
    /** The logical type date: {@code getDate}. */
    DATE,
    /** The logical types timestamp and local-timestamp, of any unit: {@code getTimestamp}. */
    TIMESTAMP;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
