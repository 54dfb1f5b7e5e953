package io.millrace.records.database;

import io.millrace.records.schema.BadField;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.text.Ordinals;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The kinds of a database's types: which read, bind, parse and compare their values. */
enum ValueKind {
    /** A {@code Long}. */
    INTEGER {
        @Override
        Object readFound(ResultSet row, int at) throws SQLException {
            return row.getLong(at);
        }

        @Override
        void bind(PreparedStatement statement, int at, Object value) throws SQLException {
            statement.setLong(at, (Long) value);
        }

        @Override
        @Nullable Object parse(String text) {
            return parsed(ColumnType.LONG, text);
        }
    },
    /** A {@link BigDecimal}. */
    DECIMAL {
        @Override
        @Nullable Object readFound(ResultSet row, int at) throws SQLException {
            return row.getBigDecimal(at);
        }

        @Override
        void bind(PreparedStatement statement, int at, Object value) throws SQLException {
            statement.setBigDecimal(at, (BigDecimal) value);
        }

        @Override
        @Nullable Object parse(String text) {
            try {
                return text.matches("[+-]?[0-9]*[.]?[0-9]*") ? new BigDecimal(text) : null;
            } catch (NumberFormatException e) {
                return null;
            }
        }
    },
    /** A {@code Double} that the database stores in 32 bits. */
    REAL {
        @Override
        Object readFound(ResultSet row, int at) throws SQLException {
            return (double) row.getFloat(at);
        }

        @Override
        void bind(PreparedStatement statement, int at, Object value) throws SQLException {
            DOUBLE.bind(statement, at, value);
        }

        @Override
        @Nullable Object parse(String text) {
            Double value = (Double) DOUBLE.parse(text);
            return value == null ? null : (double) value.floatValue(); // or 0.1 would match nothing
        }
    },
    /** A {@code Double}. */
    DOUBLE {
        @Override
        Object readFound(ResultSet row, int at) throws SQLException {
            return row.getDouble(at);
        }

        @Override
        void bind(PreparedStatement statement, int at, Object value) throws SQLException {
            statement.setDouble(at, (Double) value);
        }

        @Override
        @Nullable Object parse(String text) {
            // Both zeros are one value.
            return parsed(ColumnType.DOUBLE, text) == null ? null : Double.valueOf(text) + 0.0;
        }
    },
    /** A {@code Boolean}. */
    BOOLEAN {
        @Override
        Object readFound(ResultSet row, int at) throws SQLException {
            return row.getBoolean(at);
        }

        @Override
        void bind(PreparedStatement statement, int at, Object value) throws SQLException {
            statement.setBoolean(at, (Boolean) value);
        }

        @Override
        @Nullable Object parse(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "true" -> true;
                case "false" -> false;
                default -> null;
            };
        }
    },
    /** A {@link LocalDate}. */
    DATE {
        @Override
        @Nullable Object readFound(ResultSet row, int at) throws SQLException {
            return row.getObject(at, LocalDate.class);
        }

        @Override
        @Nullable Object parse(String text) {
            Long days = parsed(ColumnType.DATE, text);
            return days == null ? null : LocalDate.ofEpochDay(days);
        }
    },
    /** A {@link LocalDateTime} without a time zone. */
    TIMESTAMP {
        @Override
        @Nullable Object readFound(ResultSet row, int at) throws SQLException {
            return row.getObject(at, LocalDateTime.class);
        }

        @Override
        @Nullable Object parse(String text) {
            Long micros = parsed(ColumnType.TIMESTAMP, text);
            return micros == null
                    ? null
                    : LocalDateTime.ofEpochSecond(
                            Math.floorDiv(micros, SECOND_MICROS),
                            (int) Math.floorMod(micros, SECOND_MICROS) * 1000,
                            ZoneOffset.UTC);
        }
    },
    /** A {@link LocalDateTime} in UTC of a column with a time zone. */
    INSTANT {
        @Override
        @Nullable Object readFound(ResultSet row, int at) throws SQLException {
            OffsetDateTime time = row.getObject(at, OffsetDateTime.class);
            return time == null
                    ? null
                    : time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
        }

        @Override
        void bind(PreparedStatement statement, int at, Object value) throws SQLException {
            statement.setObject(at, ((LocalDateTime) value).atOffset(ZoneOffset.UTC));
        }

        @Override
        @Nullable Object parse(String text) {
            return TIMESTAMP.parse(text);
        }
    },
    /** A {@link String} that the database compares as it is, in the order of a collation. */
    TEXT {
        @Override
        @Nullable Object readFound(ResultSet row, int at) throws SQLException {
            return row.getString(at);
        }

        @Override
        void bind(PreparedStatement statement, int at, Object value) throws SQLException {
            statement.setString(at, (String) value);
        }

        @Override
        Object parse(String text) {
            return text;
        }
    },
    /** A byte array. */
    BYTES {
        @Override
        @Nullable Object readFound(ResultSet row, int at) throws SQLException {
            return row.getBytes(at);
        }

        @Override
        void bind(PreparedStatement statement, int at, Object value) throws SQLException {
            statement.setBytes(at, (byte[]) value);
        }

        @Override
        @Nullable Object parse(String text) {
            return null;
        }
    },
    /** A {@link String} with a value of any other type. */
    OTHER {
        @Override
        @Nullable Object readFound(ResultSet row, int at) throws SQLException {
            return row.getString(at);
        }

        @Override
        void bind(PreparedStatement statement, int at, Object value) throws SQLException {
            TEXT.bind(statement, at, value);
        }

        @Override
        Object parse(String text) {
            return text;
        }
    };

    static final long SECOND_MICROS = 1_000_000;

    /** The kind of a column. A name decides where drivers give one number to several types. */
    static ValueKind of(int jdbcType, String typeName) {
        String name = typeName.toLowerCase(Locale.ROOT);
        return switch (jdbcType) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> INTEGER;
            case Types.NUMERIC, Types.DECIMAL -> DECIMAL;
            case Types.REAL -> REAL;
            case Types.FLOAT -> name.equals("float") ? REAL : DOUBLE;
            case Types.DOUBLE -> name.equals("money") ? OTHER : DOUBLE;
            case Types.BOOLEAN -> BOOLEAN;
            case Types.BIT -> name.startsWith("bool") ? BOOLEAN : OTHER;
            case Types.DATE -> DATE;
            case Types.TIMESTAMP -> name.equals("timestamptz") ? INSTANT : TIMESTAMP;
            case Types.TIMESTAMP_WITH_TIMEZONE -> INSTANT;
            case Types.VARCHAR -> name.equals("text") || name.equals("varchar") ? TEXT : OTHER;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> BYTES;
            default -> OTHER;
        };
    }

    /** The value of a column, counted from 1; null if it is null. */
    final @Nullable Object read(ResultSet row, int at) throws SQLException {
        Object value = readFound(row, at);
        return row.wasNull() ? null : value;
    }

    /** The value of a column; anything if it is null. */
    abstract @Nullable Object readFound(ResultSet row, int at) throws SQLException;

    /** Sets a parameter, counted from 1. */
    void bind(PreparedStatement statement, int at, Object value) throws SQLException {
        statement.setObject(at, value);
    }

    /** The value of a predicate's text; null if it is not one, or values cannot be compared. */
    abstract @Nullable Object parse(String text);

    /** Compares two values that {@link #parse} or {@link #read} returned; texts by their bytes. */
    @SuppressWarnings("unchecked") // values of one kind have one class
    int compare(Object one, Object other) {
        return this == TEXT || this == OTHER
                ? Arrays.compareUnsigned(utf8(one), utf8(other))
                : isFloating()
                        ? Double.compare((Double) one + 0.0, (Double) other + 0.0)
                        : ((Comparable<Object>) one).compareTo(other);
    }

    /** Whether values may be NaN. */
    boolean isFloating() {
        return this == REAL || this == DOUBLE;
    }

    /** The values that predicates may have, for messages. */
    String allowed() {
        return switch (this) {
            case INTEGER -> "an integer of 64 bits";
            case DECIMAL -> "a number without an exponent";
            case REAL, DOUBLE -> "a number, NaN, Infinity";
            case BOOLEAN -> "true, false";
            case DATE -> "a day such as 2026-11-25";
            case TIMESTAMP, INSTANT -> "a time such as 2026-11-25 13:40:00.123456";
            case TEXT, OTHER -> "any text";
            case BYTES -> "none, since bytes cannot be compared";
        };
    }

    private static byte[] utf8(Object text) {
        return ((String) text).getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable Long parsed(ColumnType type, String text) {
        OptionalLong value =
                Ordinals.parse(new Column("value", type, 0, 0, false, BadField.ERROR), text);
        return value.isPresent() ? value.getAsLong() : null;
    }
}
