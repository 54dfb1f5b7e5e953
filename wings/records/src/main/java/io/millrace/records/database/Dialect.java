package io.millrace.records.database;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The databases whose behaviour is known. */
enum Dialect {
    /** PostgreSQL. */
    POSTGRESQL("jdbc:postgresql:") {
        @Override
        Properties properties(String purpose) {
            Properties properties = new Properties();
            properties.setProperty("ApplicationName", purpose);
            // The server gives texts the type of the column: of enumerations, addresses, and so on.
            properties.setProperty("stringtype", "unspecified");
            properties.setProperty("reWriteBatchedInserts", "true");
            return properties;
        }

        @Override
        @Nullable Object read(ValueKind kind, ResultSet row, int at) throws SQLException {
            Object value =
                    switch (kind) {
                        case DECIMAL -> row.getObject(at);
                        case INSTANT -> row.getObject(at, OffsetDateTime.class);
                        default -> kind.read(row, at);
                    };
            if (kind == ValueKind.DECIMAL && value instanceof Double number) {
                return SpecialValue.of(number);
            }
            SpecialValue special = value == null ? null : POSTGRESQL_SPECIAL.get(value);
            return special == null && value instanceof OffsetDateTime time
                    ? ValueKind.utc(time)
                    : special == null ? value : special;
        }

        @Override
        boolean decides(TableColumn column, Object value) {
            return true;
        }
    },
    /** DuckDB, a database in the process and in one file. */
    DUCKDB("jdbc:duckdb:") {
        @Override
        Properties properties(String purpose) {
            Properties properties = new Properties();
            properties.setProperty("jdbc_stream_results", "true");
            return properties;
        }

        // The driver's own conversion of days to LocalDate changes those before 1582-10-15.
        @Override
        @Nullable Object read(ValueKind kind, ResultSet row, int at) throws SQLException {
            Object value =
                    switch (kind) {
                        case DATE, DECIMAL -> row.getObject(at);
                        default -> kind.read(row, at);
                    };
            if (value == null) {
                return null;
            }
            if (kind == ValueKind.DECIMAL) {
                return value instanceof BigDecimal ? value : new BigDecimal(value.toString());
            }
            SpecialValue special = DUCKDB_SPECIAL.get(value);
            return special == null ? value : special;
        }

        // The driver changes days before 1582-10-15, and stores decimals of over 38 digits as null.
        @Override
        void bind(ValueKind kind, PreparedStatement statement, int at, Object value)
                throws SQLException {
            if (kind == ValueKind.DATE && value instanceof LocalDate day) {
                String text = day.toString();
                statement.setString(at, text.startsWith("+") ? text.substring(1) : text);
            } else if (kind == ValueKind.DECIMAL && value instanceof BigDecimal number) {
                statement.setString(at, number.toPlainString());
            } else if (kind == ValueKind.DECIMAL) {
                statement.setString(at, (String) value);
            } else {
                kind.bind(statement, at, value);
            }
        }

        // It casts the value to the column's type, which must not change it.
        @Override
        boolean decides(TableColumn column, Object value) {
            return switch (column.kind()) {
                case DECIMAL -> fits(column, ((BigDecimal) value).stripTrailingZeros());
                case TIMESTAMP -> column.typeName().equals("TIMESTAMP");
                default -> true;
            };
        }

        private boolean fits(TableColumn column, BigDecimal value) {
            return column.typeName().startsWith("DECIMAL")
                    && value.scale() <= column.scale()
                    && value.precision() - value.scale() <= column.precision() - column.scale();
        }

        // It cannot open a file while another thread closes the last connection to it.
        @Override
        synchronized @Nullable Connection connect(Driver driver, String url, Properties properties)
                throws SQLException {
            return super.connect(driver, url, properties);
        }

        @Override
        synchronized void close(Connection connection) throws SQLException {
            super.close(connection);
        }
    },
    /** SQLite, in which each value, not each column, has a type. */
    SQLITE("jdbc:sqlite:") {
        @Override
        boolean decides(TableColumn column, Object value) {
            return false;
        }
    },
    /** Any other, of which only standard SQL is expected. */
    OTHER("");

    private static final Map<Object, SpecialValue> POSTGRESQL_SPECIAL =
            Map.of(
                    LocalDate.MAX, SpecialValue.INFINITY,
                    LocalDate.MIN, SpecialValue.NEGATIVE_INFINITY,
                    LocalDateTime.MAX, SpecialValue.INFINITY,
                    LocalDateTime.MIN, SpecialValue.NEGATIVE_INFINITY,
                    OffsetDateTime.MAX, SpecialValue.INFINITY,
                    OffsetDateTime.MIN, SpecialValue.NEGATIVE_INFINITY);

    /** Infinite dates and timestamps; not timestamps of seconds, whose values Java cannot read. */
    private static final Map<Object, SpecialValue> DUCKDB_SPECIAL =
            Map.of(
                    LocalDate.ofEpochDay(Integer.MAX_VALUE), SpecialValue.INFINITY,
                    LocalDate.ofEpochDay(-Integer.MAX_VALUE), SpecialValue.NEGATIVE_INFINITY,
                    time(Long.MAX_VALUE, ChronoUnit.MILLIS), SpecialValue.INFINITY,
                    time(-Long.MAX_VALUE, ChronoUnit.MILLIS), SpecialValue.NEGATIVE_INFINITY,
                    time(Long.MAX_VALUE, ChronoUnit.MICROS), SpecialValue.INFINITY,
                    time(-Long.MAX_VALUE, ChronoUnit.MICROS), SpecialValue.NEGATIVE_INFINITY,
                    time(Long.MAX_VALUE, ChronoUnit.NANOS), SpecialValue.INFINITY,
                    time(-Long.MAX_VALUE, ChronoUnit.NANOS), SpecialValue.NEGATIVE_INFINITY);

    private final String prefix;

    Dialect(String prefix) {
        this.prefix = prefix;
    }

    static Dialect of(String url) {
        for (Dialect dialect : values()) {
            if (url.startsWith(dialect.prefix)) {
                return dialect;
            }
        }
        return OTHER;
    }

    private static LocalDateTime time(long sinceEpoch, ChronoUnit unit) {
        return LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC).plus(sinceEpoch, unit);
    }

    /** The settings of a connection that the job's URL does not override. */
    Properties properties(String purpose) {
        return new Properties();
    }

    /**
     * The value of a column, counted from 1: null, of the kind, or a {@link SpecialValue}.
     *
     * @throws java.time.DateTimeException if Java's types do not have the value
     */
    @Nullable Object read(ValueKind kind, ResultSet row, int at) throws SQLException {
        return kind.read(row, at);
    }

    /** Sets a parameter, counted from 1, to a value of a kind. */
    void bind(ValueKind kind, PreparedStatement statement, int at, Object value)
            throws SQLException {
        kind.bind(statement, at, value);
    }

    /** Whether the database compares a column with a value as {@link RowTest} does. */
    boolean decides(TableColumn column, Object value) {
        return column.kind() != ValueKind.TEXT && !column.kind().isFloating();
    }

    /** A new connection; null if the URL is not for this driver. */
    @Nullable Connection connect(Driver driver, String url, Properties properties)
            throws SQLException {
        return driver.connect(url, properties);
    }

    void close(Connection connection) throws SQLException {
        connection.close();
    }
}
