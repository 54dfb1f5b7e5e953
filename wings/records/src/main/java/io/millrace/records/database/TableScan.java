package io.millrace.records.database;

import io.millrace.engine.task.Cancellation;
import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.RecordCounts;
import io.millrace.records.config.TableKeys;
import io.millrace.records.table.TableException;
import io.millrace.records.table.TableRecord;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a split in one statement, and so as of one moment. Used by one thread. */
public final class TableScan implements AutoCloseable {

    private final Cancellation cancellation = Cancellation.here();
    private final OpenConnection connection;
    private final TableQuery query;
    private final KeyRange range;
    private final String attempt;
    private final RecordCounts counts;
    private final PreparedStatement statement;
    private final ResultSet rows;
    private final @Nullable Object[] row;
    private long number = -1;
    private boolean isEnded;

    private TableScan(
            OpenConnection connection,
            Configuration conf,
            KeyRange range,
            String attempt,
            RecordCounts counts)
            throws SQLException, TableException {
        this.connection = connection;
        this.range = range;
        this.attempt = attempt;
        this.counts = counts;
        query = TableQuery.of(conf, connection);
        row = new Object[query.read().size()];
        SqlCondition condition = range.condition(query.shape()).and(query.condition());
        statement = connection.prepare(query.sql(condition));
        statement.setFetchSize(conf.getInt(TableKeys.FETCH_ROWS, TableKeys.DEFAULT_ROWS));
        condition.bind(connection.dialect(), statement);
        rows = statement.executeQuery();
    }

    /**
     * Connects and starts to read.
     *
     * @param attempt the id of the reading attempt, for messages and the database's list of
     *     connections
     * @param counts counts rows that the predicate drops here
     * @throws TableException if the database does not answer, or the settings do not fit it
     */
    public static TableScan open(
            Configuration conf, KeyRange range, String attempt, RecordCounts counts)
            throws IOException {
        DatabaseLogin login = DatabaseLogin.of(conf, TableKeys.INPUT);
        OpenConnection connection = OpenConnection.open(login, attempt);
        try {
            return new TableScan(connection, conf, range, attempt, counts);
        } catch (SQLException e) {
            connection.close();
            String table = TableQuery.table(conf);
            String name = table.isEmpty() ? "query" : "table " + table;
            throw failure(e, "the first row", range, name, connection, attempt);
        } catch (IOException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** The number of columns of a record. */
    public int columnCount() {
        return query.columns().size();
    }

    /**
     * Reads the next row that matches.
     *
     * @param into a record of {@link #columnCount} columns
     * @return false after the last one
     */
    public boolean next(TableRecord into) throws IOException {
        try {
            while (rows.next()) {
                cancellation.record();
                read();
                if (query.test() == null || query.test().test(row)) {
                    fill(into);
                    number++;
                    return true;
                }
                counts.filter();
            }
        } catch (SQLException e) {
            String what = "a row after " + (number + 1) + " rows";
            throw failure(e, what, range, query.shape().name(), connection, attempt);
        }
        isEnded = true;
        counts.report();
        return false;
    }

    private void read() throws SQLException, TableException {
        int at = 0;
        for (TableColumn column : query.read()) {
            try {
                row[at] = connection.dialect().read(column.kind(), rows, at + 1);
            } catch (DateTimeException | NumberFormatException e) {
                throw unreadable(column, "has a value", e);
            }
            at++;
        }
    }

    private void fill(TableRecord into) throws TableException {
        for (int i = 0; i < into.size(); i++) {
            if (row[i] instanceof SpecialValue special) {
                throw unreadable(query.columns().get(i), "is " + special, null);
            }
            into.set(i, row[i]);
        }
    }

    private TableException unreadable(TableColumn column, String what, @Nullable Exception cause) {
        return new TableException(
                "Column %1$s %2$s in row %3$d of the split '%4$s' of the %5$s in %6$s, which a record's field of the type %7$s cannot have. Read a query that casts the column, such as CAST(%8$s AS VARCHAR), drop such rows with %9$s, or leave the column out of %10$s%11$s."
                        .formatted(
                                column.name(),
                                what,
                                number + 2,
                                range,
                                query.shape().name(),
                                connection.login(),
                                column.typeName(),
                                column.sql(),
                                JobPredicate.WHERE,
                                TableKeys.INPUT,
                                TableKeys.COLUMNS),
                cause);
    }

    /** The number of the current record in the split, counted from 0. */
    public long number() {
        return number;
    }

    /** 1 after the last row, and 0 before: the number of rows is not known. */
    public float progress() {
        return isEnded ? 1 : 0;
    }

    @Override
    public void close() {
        counts.report();
        connection.close(); // and with it the statement
    }

    private static TableException failure(
            SQLException cause,
            String what,
            KeyRange range,
            String name,
            OpenConnection connection,
            String attempt) {
        return new TableException(
                "Attempt %s cannot read %s of the split '%s' from the %s in %s: %s The attempt's output is dropped, and another attempt reads the split from its start. If all attempts fail, check the database and run the job again."
                        .formatted(
                                attempt, what, range, name, connection.login(), Sentence.of(cause)),
                cause);
    }
}
