package io.millrace.records.database;

import io.millrace.records.predicate.Comparison;
import io.millrace.records.predicate.PredicateFold;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Translates a predicate to a test of rows, and collects the columns that it needs. */
final class RowTest implements PredicateFold<Predicate<@Nullable Object[]>> {

    private final TableShape shape;
    private final List<TableColumn> columns;

    /**
     * A translation for rows with these columns first.
     *
     * @param columns others that comparisons need are appended in {@link #columns}
     */
    RowTest(TableShape shape, List<TableColumn> columns) {
        this.shape = shape;
        this.columns = new ArrayList<>(columns);
    }

    /** The columns that a row must have. */
    List<TableColumn> columns() {
        return List.copyOf(columns);
    }

    @Override
    public Predicate<@Nullable Object[]> both(
            Predicate<@Nullable Object[]> left, Predicate<@Nullable Object[]> right) {
        return left.and(right);
    }

    @Override
    public Predicate<@Nullable Object[]> either(
            Predicate<@Nullable Object[]> left, Predicate<@Nullable Object[]> right) {
        return left.or(right);
    }

    @Override
    public Predicate<@Nullable Object[]> comparison(
            String name, Comparison comparison, String text, int at) {
        TableColumn column = PredicateSql.column(shape, name, at);
        Object value = PredicateSql.value(column, comparison, text, at);
        if (!columns.contains(column)) {
            columns.add(column);
        }
        int index = columns.indexOf(column);
        ValueKind kind = column.kind();
        return row -> {
            Object field = row[index];
            if (field instanceof SpecialValue special) {
                return special.matches(comparison);
            }
            return field != null
                    && !isNan(kind, field)
                    && !isNan(kind, value)
                    && comparison.holds(kind.compare(field, value));
        };
    }

    private static boolean isNan(ValueKind kind, Object value) {
        return kind.isFloating() && ((Double) value).isNaN();
    }
}
