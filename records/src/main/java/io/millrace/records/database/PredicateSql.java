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
        Parameter value = new Parameter(column.kind(), value(column, text, at));
        String symbol = comparison == Comparison.NOT_EQUAL ? "<>" : comparison.toString();
        String sql = "%s %s ?".formatted(column.sql(), symbol);
        return switch (column.kind()) {
            case INTEGER, DECIMAL, BOOLEAN, DATE, TIMESTAMP, INSTANT -> SqlCondition.of(sql, value);
            case REAL, DOUBLE -> floating(column, sql, value);
            case TEXT -> text(column, comparison, symbol, value);
            case BYTES, OTHER -> SqlCondition.UNKNOWN;
        };
    }

    /** NaN matches nothing here, while databases put it above all numbers. */
    private SqlCondition floating(TableColumn column, String sql, Parameter value) {
        if (dialect == Dialect.OTHER) {
            return SqlCondition.UNKNOWN;
        }
        if (((Double) value.value()).isNaN()) {
            return SqlCondition.of("1 = 0");
        }
        Parameter nan = new Parameter(column.kind(), Double.NaN);
        return SqlCondition.of("(%s AND %s <> ?)".formatted(sql, column.sql()), value, nan);
    }

    /** Texts are compared by their bytes here, while databases use collations. */
    private SqlCondition text(
            TableColumn column, Comparison comparison, String symbol, Parameter value) {
        if (dialect == Dialect.OTHER || ((String) value.value()).indexOf('\0') >= 0) {
            return SqlCondition.UNKNOWN;
        }
        String bytes = "%s COLLATE \"C\" %s ?".formatted(column.sql(), symbol);
        // The column's own index serves only comparisons with its own collation.
        return comparison == Comparison.EQUAL
                ? SqlCondition.of("(%s = ? AND %s)".formatted(column.sql(), bytes), value, value)
                : SqlCondition.of(bytes, value);
    }

    static TableColumn column(TableShape shape, String name, int at) {
        TableColumn column = shape.find(name);
        if (column == null) {
            throw new PredicateException(JobPredicate.WHERE, at, shape.missing(name));
        }
        return column;
    }

    static Object value(TableColumn column, String text, int at) {
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
