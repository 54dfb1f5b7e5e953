package io.millrace.records.database;

import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.TableKeys;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.table.TableException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The input of a job: a table or query, the columns that it asks for, and its predicate.
 *
 * @param columns those of a record
 * @param read those that the database returns: of a record, and then others that the test needs
 * @param condition the part of the predicate that the database decides
 * @param test the whole predicate; null if the database decides it
 */
record TableQuery(
        TableShape shape,
        List<TableColumn> columns,
        List<TableColumn> read,
        SqlCondition condition,
        @Nullable Predicate<@Nullable Object[]> test) {

    /**
     * The query of a job.
     *
     * @throws TableException if a setting is missing, or does not fit the database
     * @throws io.millrace.records.predicate.PredicateException if the predicate does not fit it
     */
    static TableQuery of(Configuration conf, OpenConnection connection) throws TableException {
        TableShape shape = shape(conf, connection);
        List<TableColumn> columns =
                shape.columns(
                        conf.getTrimmedStrings(TableKeys.INPUT + TableKeys.COLUMNS),
                        TableKeys.INPUT + TableKeys.COLUMNS);
        RangePredicate where = JobPredicate.find(conf);
        if (where == null) {
            return new TableQuery(shape, columns, columns, SqlCondition.ALL, null);
        }
        SqlCondition condition = where.fold(new PredicateSql(shape, connection.dialect()));
        if (condition.isExact()) {
            return new TableQuery(shape, columns, columns, condition, null);
        }
        RowTest tests = new RowTest(shape, columns);
        Predicate<@Nullable Object[]> test = where.fold(tests);
        return new TableQuery(shape, columns, tests.columns(), condition, test);
    }

    private static TableShape shape(Configuration conf, OpenConnection connection)
            throws TableException {
        String table = table(conf);
        String query = conf.getRaw(TableKeys.QUERY); // may contain a dollar sign
        boolean hasQuery = query != null && !query.isBlank();
        if (hasQuery == !table.isEmpty()) {
            throw new TableException(
                    "The job must read a table or a query, but it has %s. Set either %s%s or %s."
                            .formatted(
                                    hasQuery ? "both" : "neither",
                                    TableKeys.INPUT,
                                    TableKeys.TABLE,
                                    TableKeys.QUERY),
                    null);
        }
        if (StagingNames.isStaging(table)) {
            throw new TableException(
                    "Table %s has the name of a staging table: a job that has not committed writes it, or left it when it was killed. Read the table that the job writes."
                            .formatted(table),
                    null);
        }
        return query != null && hasQuery
                ? TableShape.ofQuery(connection, query)
                : TableShape.ofTable(connection, table);
    }

    /** The name of the table that a job reads; empty if it reads a query. */
    static String table(Configuration conf) {
        return conf.getTrimmed(TableKeys.INPUT + TableKeys.TABLE, "");
    }

    /** The statement that reads some of the rows. */
    String sql(SqlCondition rows) {
        return "SELECT %s FROM %s%s"
                .formatted(
                        read.stream().map(TableColumn::sql).collect(Collectors.joining(", ")),
                        shape.from(),
                        rows.where());
    }
}
