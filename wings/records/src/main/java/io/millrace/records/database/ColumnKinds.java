package io.millrace.records.database;

import java.math.BigInteger;
import java.sql.Types;
import java.util.Locale;
import java.util.Set;

/**
 * Decides which kind of values a column has. A type that no rule names is {@link ValueKind#OTHER},
 * whose values have no order.
 */
final class ColumnKinds {

    /** Names that databases give to types whose values are texts, without a length. */
    private static final Set<String> TEXTS =
            Set.of(
                    "text",
                    "varchar",
                    "char",
                    "bpchar",
                    "character",
                    "character varying",
                    "nchar",
                    "nvarchar",
                    "national character",
                    "national character varying",
                    "varchar2",
                    "nvarchar2",
                    "varchar_ignorecase",
                    "tinytext",
                    "mediumtext",
                    "longtext",
                    "ntext",
                    "long",
                    "longvarchar",
                    "long varchar",
                    "longnvarchar",
                    "clob",
                    "nclob",
                    "character large object",
                    "national character large object",
                    "string",
                    "name");

    private ColumnKinds() {}

    /**
     * The kind of a column. A name or class decides where drivers give one number to several types.
     *
     * @param className of the objects that the driver returns
     */
    static ValueKind of(int jdbcType, String typeName, String className) {
        if (className.equals(BigInteger.class.getName())) {
            return ValueKind.DECIMAL; // an integer that may not fit 64 bits
        }
        String name = typeName.toLowerCase(Locale.ROOT).replaceFirst(" ?\\(.*", "");
        return switch (jdbcType) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> ValueKind.INTEGER;
            case Types.NUMERIC, Types.DECIMAL -> ValueKind.DECIMAL;
            case Types.REAL -> ValueKind.REAL;
            case Types.FLOAT ->
                    className.equals(Float.class.getName()) ? ValueKind.REAL : ValueKind.DOUBLE;
            case Types.DOUBLE -> name.equals("money") ? ValueKind.OTHER : ValueKind.DOUBLE;
            case Types.BOOLEAN -> ValueKind.BOOLEAN;
            case Types.BIT -> name.startsWith("bool") ? ValueKind.BOOLEAN : ValueKind.OTHER;
            case Types.DATE -> name.equals("year") ? ValueKind.OTHER : ValueKind.DATE;
            case Types.TIME -> name.equals("timetz") ? ValueKind.OTHER : ValueKind.TIME;
            case Types.TIMESTAMP ->
                    name.equals("timestamptz") ? ValueKind.INSTANT : ValueKind.TIMESTAMP;
            case Types.TIMESTAMP_WITH_TIMEZONE -> ValueKind.INSTANT;
            case Types.CHAR,
                    Types.NCHAR,
                    Types.VARCHAR,
                    Types.NVARCHAR,
                    Types.LONGVARCHAR,
                    Types.LONGNVARCHAR,
                    Types.CLOB,
                    Types.NCLOB ->
                    ofText(name);
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> ValueKind.BYTES;
            default -> named(name);
        };
    }

    /** Drivers also call enumerations, sets and documents texts. */
    private static ValueKind ofText(String name) {
        if (name.equals("text") || name.equals("varchar")) {
            return ValueKind.TEXT;
        }
        return TEXTS.contains(name) ? ValueKind.CHARACTERS : named(name);
    }

    private static ValueKind named(String name) {
        return switch (name) {
            case "uuid" -> ValueKind.UUID;
            case "bignum", "varint" -> ValueKind.DECIMAL; // an integer of any size in DuckDB
            case "binary_float" -> ValueKind.REAL; // Oracle
            case "binary_double" -> ValueKind.DOUBLE;
            default -> ValueKind.OTHER;
        };
    }
}
