package io.millrace.records.database;

import io.millrace.records.config.JobPredicate;
import io.millrace.records.database.SqlCondition.Parameter;
import io.millrace.records.predicate.Comparison;
import io.millrace.records.predicate.PredicateException;
import io.millrace.records.predicate.PredicateFold;

/**
 * Translates a predicate to SQL. A comparison that a database may decide otherwise than {@link
 * RowTest} becomes {@link SqlCondition#UNKNOWN}.
 */
final class PredicateSql implements PredicateFold<SqlCondition> {

    private final TableShape shape;
    private final Dialect dialect;

    PredicateSql(TableShape shape, Dialect dialect) {
        this.shape = shape;
        this.dialect = dialect;
    }

    @Override
    public SqlCondition both(SqlCondition left, SqlCondition right) {
        return left.and(right);
    }

    @Override
    public SqlCondition either(SqlCondition left, SqlCondition right) {
        return left.or(right);
    }

    @Override
    public SqlCondition comparison(String name, Comparison comparison, String text, int at) {
        TableColumn column = column(shape, name, at);
        Parameter value = new Parameter(column.kind(), value(column, comparison, text, at));
        String symbol = comparison == Comparison.NOT_EQUAL ? "<>" : comparison.toString();
        String sql = "%s %s ?".formatted(column.sql(), symbol);
        if (!dialect.decides(column, value.value())) {
            return SqlCondition.UNKNOWN;
        }
        return switch (column.kind()) {
            case INTEGER, BOOLEAN, DATE, TIMESTAMP, INSTANT -> SqlCondition.of(sql, value);
            case DECIMAL -> decimal(column, comparison, sql, value);
            case REAL, DOUBLE -> floating(column, sql, value);
            case TEXT -> text(column, comparison, symbol, value);
            case CHARACTERS, TIME, UUID, BYTES, OTHER -> SqlCondition.UNKNOWN;
        };
    }

    /** PostgreSQL puts NaN above all numbers, and so below none and equal to none. */
    private SqlCondition decimal(
            TableColumn column, Comparison comparison, String sql, Parameter value) {
        return dialect == Dialect.POSTGRESQL && SpecialValue.INFINITY.matches(comparison)
                ? SqlCondition.of("(%s AND %s <> 'NaN')".formatted(sql, column.sql()), value)
                : SqlCondition.of(sql, value);
    }

    /** NaN matches nothing here, while databases put it above all numbers. */
    private SqlCondition floating(TableColumn column, String sql, Parameter value) {
        if (((Double) value.value()).isNaN()) {
            return SqlCondition.of("1 = 0");
        }
        Parameter nan = new Parameter(column.kind(), Double.NaN);
        return SqlCondition.of("(%s AND %s <> ?)".formatted(sql, column.sql()), value, nan);
    }

    /** Texts are compared by their bytes here, while databases use collations. */
    private SqlCondition text(
            TableColumn column, Comparison comparison, String symbol, Parameter value) {
        if (((String) value.value()).indexOf('\0') >= 0) {
            return SqlCondition.UNKNOWN;
        }
        String bytes = "%s COLLATE \"C\" %s ?".formatted(column.sql(), symbol);
        // The column's own index serves only comparisons with its own collation.
        return comparison == Comparison.EQUAL
                ? SqlCondition.of("(%s = ? AND %s)".formatted(column.sql(), bytes), value, value)
                : SqlCondition.of(bytes, value);
    }

    private static boolean isEquality(Comparison comparison) {
        return comparison == Comparison.EQUAL || comparison == Comparison.NOT_EQUAL;
    }

    static TableColumn column(TableShape shape, String name, int at) {
        TableColumn column = shape.find(name);
        if (column == null) {
            throw new PredicateException(JobPredicate.WHERE, at, shape.missing(name));
        }
        return column;
    }

    static Object value(TableColumn column, Comparison comparison, String text, int at) {
        if (!column.kind().hasOrder() && !isEquality(comparison)) {
            throw new PredicateException(
                    JobPredicate.WHERE,
                    at,
                    "The reader cannot compare column %s with %s: it has the type %s, which is read as a text, and the order of texts is not that of the type. Read a query that casts the column to a number, date or text, or that compares it."
                            .formatted(column.name(), comparison, column.typeName()));
        }
        Object value = column.kind().parse(text);
        if (value == null) {
            throw new PredicateException(
                    JobPredicate.WHERE,
                    at,
                    "'%s' is not a value of column %s, which has the type %s; allowed: %s."
                            .formatted(
                                    text,
                                    column.name(),
                                    column.typeName(),
                                    column.kind().allowed()));
        }
        return value;
    }
}
