package io.millrace.records.database;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;

/**
 * Bounds that cut the range from the least to the greatest key into equal parts. Keys are numbers
 * for this: dates are days, and times are microseconds.
 */
final class KeyBounds {

    private KeyBounds() {}

    /** Whether keys of a kind are numbers. */
    static boolean isNumber(ValueKind kind) {
        return switch (kind) {
            case INTEGER, DECIMAL, DATE, TIMESTAMP, INSTANT -> true;
            default -> false;
        };
    }

    /**
     * The least keys of the parts.
     *
     * @return ascending, at most {@code parts} values, the first of which is the least key
     */
    static List<Object> equalParts(ValueKind kind, Object least, Object greatest, int parts) {
        BigDecimal from = number(kind, least);
        BigDecimal span = number(kind, greatest).subtract(from);
        List<Object> bounds = new ArrayList<>(List.of(least));
        for (int i = 1; i < parts; i++) {
            BigDecimal offset =
                    span.multiply(BigDecimal.valueOf(i))
                            .divide(BigDecimal.valueOf(parts), MathContext.DECIMAL128);
            Object bound = key(kind, from.add(offset));
            if (kind.compare(bound, bounds.get(bounds.size() - 1)) > 0) {
                bounds.add(bound);
            }
        }
        return bounds;
    }

    private static BigDecimal number(ValueKind kind, Object key) {
        return switch (kind) {
            case DECIMAL -> (BigDecimal) key;
            case DATE -> BigDecimal.valueOf(((LocalDate) key).toEpochDay());
            case TIMESTAMP, INSTANT -> micros((LocalDateTime) key);
            default -> BigDecimal.valueOf((Long) key);
        };
    }

    private static BigDecimal micros(LocalDateTime time) {
        return BigDecimal.valueOf(time.toEpochSecond(ZoneOffset.UTC))
                .multiply(BigDecimal.valueOf(ValueKind.SECOND_MICROS))
                .add(BigDecimal.valueOf(time.get(ChronoField.MICRO_OF_SECOND)));
    }

    private static Object key(ValueKind kind, BigDecimal number) {
        if (kind == ValueKind.DECIMAL) {
            return number;
        }
        BigDecimal whole = number.setScale(0, RoundingMode.CEILING);
        return switch (kind) {
            case DATE -> LocalDate.ofEpochDay(whole.longValue());
            case TIMESTAMP, INSTANT -> {
                BigDecimal[] parts =
                        whole.divideAndRemainder(BigDecimal.valueOf(ValueKind.SECOND_MICROS));
                yield LocalDateTime.ofEpochSecond(parts[0].longValue(), 0, ZoneOffset.UTC)
                        .plusNanos(parts[1].longValue() * 1000);
            }
            default -> whole.longValue();
        };
    }
}
