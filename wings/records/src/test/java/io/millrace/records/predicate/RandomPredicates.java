package io.millrace.records.predicate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.records.schema.BadField;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.records.schema.SchemaBuilder;
import io.millrace.records.text.ImmutableRecord;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/** Random predicates, each with a plain twin that compares the objects of immutable records. */
public final class RandomPredicates {

    private final Random random;
    private final Schema schema;
    private final List<byte[]> lines;

    /** Predicates with values that mostly are in some lines. */
    public RandomPredicates(Random random, Schema schema, List<byte[]> lines) {
        this.random = random;
        this.schema = schema;
        this.lines = lines;
    }

    /** A predicate and its twin. */
    public record Pair(RangePredicate predicate, Predicate<ImmutableRecord> twin) {}

    /** A schema with the same columns, whose bad fields are null or skip their records. */
    public static Schema tolerant(Schema schema) {
        SchemaBuilder builder =
                Schema.builder()
                        .delimiter(schema.delimiter() & 0xff)
                        .lineBreaks(schema.lineBreaks())
                        .nullText(UTF_8.decode(schema.nullText()).toString());
        if (schema.quote() != Schema.NO_QUOTE) {
            builder.quote(schema.quote());
        }
        for (Column each : schema.columns()) {
            builder.column(
                    new Column(
                            each.name(),
                            each.type(),
                            each.precision(),
                            each.scale(),
                            each.nullable(),
                            each.bad() == BadField.ERROR ? BadField.NULL : each.bad()));
        }
        return builder.build();
    }

    /** Whether the schema keeps a record. */
    public static boolean isKept(Schema schema, ImmutableRecord record) {
        for (int i = 0; i < schema.columns().size(); i++) {
            if (record.value(i) == ImmutableRecord.BAD
                    && schema.columns().get(i).bad() == BadField.SKIP) {
                return false;
            }
        }
        return true;
    }

    public Pair next(int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(3);
        if (kind == 0) {
            return comparison();
        }
        Pair left = next(depth - 1);
        Pair right = next(depth - 1);
        return kind == 1
                ? new Pair(
                        left.predicate.and(right.predicate),
                        record -> left.twin.test(record) && right.twin.test(record))
                : new Pair(
                        left.predicate.or(right.predicate),
                        record -> left.twin.test(record) || right.twin.test(record));
    }

    private Pair comparison() {
        int index = random.nextInt(schema.columns().size());
        Column column = schema.columns().get(index);
        Comparison comparison = Comparison.values()[random.nextInt(Comparison.values().length)];
        String literal = literal(index, column);
        Object value = parsed(column, literal);
        return new Pair(
                RangePredicate.of(column.name(), comparison, literal),
                record -> holds(column, record.value(index), comparison, value));
    }

    /** The text of a field that is valid; a fixed one if none was found. */
    private String literal(int index, Column column) {
        for (int i = 0; i < 20; i++) {
            byte[] line = lines.get(random.nextInt(lines.size()));
            Object value = new ImmutableRecord(schema, line).value(index);
            if (value == ImmutableRecord.BAD || value == ImmutableRecord.NULL) {
                continue;
            }
            String text = text(column, value);
            if (parsed(column, text) != ImmutableRecord.BAD) {
                return text;
            }
        }
        return switch (column.type()) {
            case DATE -> "2024-02-29";
            case TIMESTAMP -> "2024-02-29 12:00:00";
            case IP -> "192.0.2.1";
            default -> "0";
        };
    }

    private static String text(Column column, Object value) {
        return switch (column.type()) {
            case DECIMAL ->
                    new BigDecimal(BigInteger.valueOf((Long) value), column.scale())
                            .toPlainString();
            case TIMESTAMP ->
                    LocalDateTime.ofEpochSecond(
                                    Math.floorDiv((Long) value, 1_000_000L),
                                    (int) Math.floorMod((Long) value, 1_000_000L) * 1000,
                                    ZoneOffset.UTC)
                            .format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS"));
            case IP -> {
                int address = (Integer) value;
                yield "%d.%d.%d.%d"
                        .formatted(
                                address >>> 24,
                                address >>> 16 & 255,
                                address >>> 8 & 255,
                                address & 255);
            }
            default -> value.toString();
        };
    }

    /** The value of a literal as the twin of records sees it. */
    private static Object parsed(Column column, String literal) {
        if (column.type() == ColumnType.TEXT) {
            // The predicate compares texts by their bytes in UTF-8.
            return new String(literal.getBytes(UTF_8), ISO_8859_1);
        }
        Column strict =
                new Column(
                        column.name(),
                        column.type(),
                        column.precision(),
                        column.scale(),
                        false,
                        BadField.ERROR);
        Schema one = Schema.builder().delimiter(3).column(strict).build();
        return new ImmutableRecord(one, literal.getBytes(ISO_8859_1)).value(0);
    }

    private static boolean holds(
            Column column, Object field, Comparison comparison, Object literal) {
        if (field == ImmutableRecord.BAD || field == ImmutableRecord.NULL) {
            return false;
        }
        if (field instanceof Double one) {
            double two = (Double) literal;
            return switch (comparison) {
                case EQUAL -> one == two;
                case NOT_EQUAL -> one < two || one > two;
                case LESS -> one < two;
                case AT_MOST -> one <= two;
                case GREATER -> one > two;
                case AT_LEAST -> one >= two;
            };
        }
        int order = compare(column, field, literal);
        return switch (comparison) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
            case GREATER -> order > 0;
            case AT_LEAST -> order >= 0;
        };
    }

    private static int compare(Column column, Object field, Object literal) {
        return switch (column.type()) {
            case INT -> ((Integer) field).compareTo((Integer) literal);
            case IP -> Integer.compareUnsigned((Integer) field, (Integer) literal);
            case DATE -> ((LocalDate) field).compareTo((LocalDate) literal);
            case TEXT -> ((String) field).compareTo((String) literal);
            default -> ((Long) field).compareTo((Long) literal);
        };
    }
}
