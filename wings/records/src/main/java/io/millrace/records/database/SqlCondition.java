package io.millrace.records.database;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/**
 * A condition on rows that the database checks. Immutable.
 *
 * @param sql empty if it holds for all rows
 * @param parameters of the question marks
 * @param isExact false if some of the rows for which it holds must be dropped afterwards
 */
record SqlCondition(String sql, List<Parameter> parameters, boolean isExact) {

    /** Holds for all rows. */
    static final SqlCondition ALL = new SqlCondition("", List.of(), true);

    /** Says nothing about rows. */
    static final SqlCondition UNKNOWN = new SqlCondition("", List.of(), false);

    /** A value of a condition. */
    record Parameter(ValueKind kind, Object value) {}

    static SqlCondition of(String sql, Parameter... parameters) {
        return new SqlCondition(sql, List.of(parameters), true);
    }

    SqlCondition and(SqlCondition other) {
        boolean exact = isExact && other.isExact;
        if (sql.isEmpty() || other.sql.isEmpty()) {
            SqlCondition known = sql.isEmpty() ? other : this;
            return new SqlCondition(known.sql, known.parameters, exact);
        }
        return joined("AND", other, exact);
    }

    SqlCondition or(SqlCondition other) {
        boolean exact = isExact && other.isExact;
        return sql.isEmpty() || other.sql.isEmpty()
                ? new SqlCondition("", List.of(), exact)
                : joined("OR", other, exact);
    }

    private SqlCondition joined(String word, SqlCondition other, boolean exact) {
        return new SqlCondition(
                "(%s %s %s)".formatted(sql, word, other.sql),
                Stream.concat(parameters.stream(), other.parameters.stream()).toList(),
                exact);
    }

    /** The clause with the word WHERE before it; empty if it holds for all rows. */
    String where() {
        return sql.isEmpty() ? "" : " WHERE " + sql;
    }

    /** Sets the parameters of a statement whose only ones they are. */
    void bind(Dialect dialect, PreparedStatement statement) throws SQLException {
        int at = 1;
        for (Parameter each : parameters) {
            dialect.bind(each.kind, statement, at++, each.value);
        }
    }
}
