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
        void bind(PreparedStatement statement, int at, Object value) throws SQLException {
            statement.setObject(at, value);
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
        void bind(PreparedStatement statement, int at, Object value) throws SQLException {
            statement.setObject(at, value);
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
            return time == null ? null : utc(time);
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
    TEXT,
    /** A {@link String} that the database may pad, or compare in another way. */
    CHARACTERS,
    /** A {@link String} with a time of day or, in MySQL, a duration. */
    TIME {
        @Override
        @Nullable Object parse(String text) {
            return ClockText.isValid(text) ? text : null;
        }
    },
    /** A {@link String} with a UUID in lower case, whose order is that of its bytes. */
    UUID {
        @Override
        @Nullable Object readFound(ResultSet row, int at) throws SQLException {
            String text = row.getString(at);
            return text == null ? null : text.toLowerCase(Locale.ROOT);
        }

        @Override
        @Nullable Object parse(String text) {
            return text.matches("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}")
                    ? text.toLowerCase(Locale.ROOT)
                    : null;
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
    /** A {@link String} with a value of any other type, whose order is not that of its text. */
    OTHER;

    static final long SECOND_MICROS = 1_000_000;

    /** The value of a column, counted from 1; null if it is null. */
    final @Nullable Object read(ResultSet row, int at) throws SQLException {
        Object value = readFound(row, at);
        return row.wasNull() ? null : value;
    }

    /** The value of a column; anything if it is null. */
    @Nullable Object readFound(ResultSet row, int at) throws SQLException {
        return row.getString(at);
    }

    /** Sets a parameter, counted from 1. */
    void bind(PreparedStatement statement, int at, Object value) throws SQLException {
        statement.setString(at, (String) value);
    }

    /** The value of a predicate's text; null if it is not one, or values cannot be compared. */
    @Nullable Object parse(String text) {
        return text;
    }

    /** Compares two values that {@link #parse} or {@link #read} returned; texts by their bytes. */
    @SuppressWarnings("unchecked") // values of one kind have one class
    int compare(Object one, Object other) {
        return switch (this) {
            case TEXT, CHARACTERS, UUID, OTHER -> Arrays.compareUnsigned(utf8(one), utf8(other));
            case TIME -> ClockText.compare((String) one, (String) other);
            case REAL, DOUBLE -> Double.compare((Double) one + 0.0, (Double) other + 0.0);
            default -> ((Comparable<Object>) one).compareTo(other);
        };
    }

    /** Whether one value is above another, beside being another one. */
    boolean hasOrder() {
        return this != OTHER;
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
            case TEXT, CHARACTERS, OTHER -> "any text";
            case TIME -> "a time of day such as 13:40:00.123456";
            case UUID -> "a UUID such as 123e4567-e89b-12d3-a456-426614174000";
            case BYTES -> "none, since bytes cannot be compared";
        };
    }

    static LocalDateTime utc(OffsetDateTime time) {
        return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
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
