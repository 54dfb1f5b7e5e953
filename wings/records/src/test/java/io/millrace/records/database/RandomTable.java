package io.millrace.records.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.records.predicate.Comparison;
import io.millrace.records.predicate.RangePredicate;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A table with columns of many types and random rows, and predicates with their plain twins. */
final class RandomTable {

    /** The columns and their types. */
    static final List<String> COLUMNS =
            List.of(
                    "id bigint PRIMARY KEY",
                    "\"Number\" int",
                    "amount decimal(12,3)",
                    "small real",
                    "big double precision",
                    "flag boolean",
                    "day date",
                    "time timestamp",
                    "moment timestamp with time zone",
                    "word text",
                    "code char(3)");

    private static final String[] WORDS = {
        "",
        "a",
        "A",
        "b",
        "B",
        "ab",
        "aB",
        "a b",
        "é",
        "z",
        "ß",
        "Ω",
        "\uD83D\uDE00",
        "\uFF5E",
        "10",
        "9"
    };

    private final Random random;
    private final List<Object[]> rows = new ArrayList<>();

    RandomTable(Random random, int count) {
        this.random = random;
        for (int i = 0; i < count; i++) {
            Object[] row = new Object[COLUMNS.size()];
            for (int column = 0; column < row.length; column++) {
                row[column] = column > 0 && random.nextInt(9) == 0 ? null : value(column);
            }
            row[0] = (long) i * 3;
            rows.add(row);
        }
    }

    /** A predicate, and what it says of a row. */
    record Pair(RangePredicate predicate, Predicate<Object[]> twin) {}

    static String name(int column) {
        String name = COLUMNS.get(column).split(" ", 2)[0];
        return name.replace("\"", "");
    }

    List<Object[]> rows() {
        return rows;
    }

    void create(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE random (" + String.join(", ", COLUMNS) + ")");
        String marks = "?" + ", ?".repeat(COLUMNS.size() - 1);
        try (Connection connection = database.connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO random VALUES (" + marks + ")")) {
            for (Object[] row : rows) {
                for (int i = 0; i < row.length; i++) {
                    insert.setObject(
                            i + 1,
                            i == 8 && row[i] != null
                                    ? ((LocalDateTime) row[i]).atOffset(ZoneOffset.ofHours(5))
                                    : row[i]);
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    Pair predicate(int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(3);
        if (kind == 0) {
            return comparison();
        }
        Pair left = predicate(depth - 1);
        Pair right = predicate(depth - 1);
        return kind == 1
                ? new Pair(left.predicate.and(right.predicate), left.twin.and(right.twin))
                : new Pair(left.predicate.or(right.predicate), left.twin.or(right.twin));
    }

    private Pair comparison() {
        int column = random.nextInt(COLUMNS.size());
        Comparison comparison = Comparison.values()[random.nextInt(Comparison.values().length)];
        Object value = value(column);
        String text =
                value instanceof LocalDateTime time
                        ? time.toString().replace('T', ' ').length() == 16
                                ? time.toString().replace('T', ' ') + ":00"
                                : time.toString().replace('T', ' ')
                        : value instanceof BigDecimal decimal
                                ? decimal.toPlainString()
                                : value.toString();
        Object literal = column == 8 ? ((LocalDateTime) value).plusHours(5) : value;
        return new Pair(
                RangePredicate.of(name(column), comparison, text),
                row -> holds(row[column], comparison, literal));
    }

    private static boolean holds(@Nullable Object field, Comparison comparison, Object value) {
        if (field == null || isNan(field) || isNan(value)) {
            return false;
        }
        int order =
                field instanceof String text
                        ? Arrays.compareUnsigned(
                                text.getBytes(UTF_8), ((String) value).getBytes(UTF_8))
                        : field instanceof BigDecimal decimal
                                ? decimal.compareTo((BigDecimal) value)
                                : number(field) != null
                                        ? Double.compare(number(field) + 0.0, number(value) + 0.0)
                                        : compare(field, value);
        return switch (comparison) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
            case GREATER -> order > 0;
            case AT_LEAST -> order >= 0;
        };
    }

    @SuppressWarnings("unchecked") // both have the class of the column
    private static int compare(Object one, Object other) {
        return ((Comparable<Object>) one).compareTo(other);
    }

    /** Exact for the numbers here. */
    private static @Nullable Double number(Object value) {
        return value instanceof Number number ? number.doubleValue() : null;
    }

    private static boolean isNan(Object value) {
        return value instanceof Number number && Double.isNaN(number.doubleValue());
    }

    private Object value(int column) {
        return switch (column) {
            case 0 -> (long) random.nextInt(600);
            case 1 -> random.nextInt(20) == 0 ? Integer.MIN_VALUE : random.nextInt(20) - 10;
            case 2 -> BigDecimal.valueOf(random.nextInt(40_000) - 20_000, 3);
            case 3 -> floats()[random.nextInt(floats().length)];
            case 4 -> (double) floats()[random.nextInt(floats().length)];
            case 5 -> random.nextBoolean();
            case 6 -> LocalDate.of(2000, 2, 27).plusDays(random.nextInt(5));
            case 7, 8 ->
                    LocalDateTime.of(2000, 2, 27, 23, 0)
                            .plusMinutes(random.nextInt(300))
                            .plusNanos(random.nextInt(3) * 1000L);
            case 9 -> WORDS[random.nextInt(WORDS.length)];
            default -> String.valueOf((char) ('a' + random.nextInt(3))).repeat(3);
        };
    }

    private static Float[] floats() {
        return new Float[] {0f, -0f, 0.1f, -1.5f, 3e10f, Float.NaN, Float.POSITIVE_INFINITY};
    }
}
