package io.millrace.records.database;

import io.millrace.records.config.TableKeys;
import io.millrace.records.table.TableException;
import io.millrace.records.table.TableRecord;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of an attempt to its own table, in one transaction, which commits on {@link
 * #close}. Used by one thread.
 */
public final class StagingWriter {

    private final OpenConnection connection;
    private final String writing;
    private final List<TableColumn> columns;
    private final PreparedStatement insert;
    private final int batchRows;
    private long rows;
    private @Nullable TableException failure;

    /**
     * Creates the table.
     *
     * @param job an empty table with the same columns, as SQL has its name
     * @param attempt the new table
     * @param writing the attempt and the table that the job writes, for messages
     */
    StagingWriter(
            OpenConnection connection,
            Configuration conf,
            String job,
            String attempt,
            String writing)
            throws TableException {
        this.connection = connection;
        this.writing = writing;
        columns = TableShape.ofTable(connection, job).columns();
        batchRows = conf.getInt(TableKeys.BATCH_ROWS, TableKeys.DEFAULT_ROWS);
        try {
            connection.execute("CREATE TABLE %s AS SELECT * FROM %s".formatted(attempt, job));
            connection.commit(); // or it locks the other table, which the end of the job drops
            String marks = "?" + ", ?".repeat(columns.size() - 1);
            insert =
                    connection.prepare(
                            "INSERT INTO %s (%s) VALUES (%s)"
                                    .formatted(attempt, TableTarget.list(columns), marks));
        } catch (SQLException e) {
            throw failure("create its staging table", e);
        }
    }

    /**
     * Writes a row.
     *
     * @throws TableException if the row does not fit the table, or the database does not answer
     */
    public void write(TableRecord row) throws TableException {
        if (row.size() != columns.size()) {
            throw failed(
                    "Row %d of %s has %d fields, but the job writes the %d columns %s. Write one field for each, or set %s%s."
                            .formatted(
                                    rows + 1,
                                    writing,
                                    row.size(),
                                    columns.size(),
                                    columns.stream().map(TableColumn::name).toList(),
                                    TableKeys.OUTPUT,
                                    TableKeys.COLUMNS),
                    null);
        }
        try {
            bind(row);
            insert.addBatch();
            if (++rows % batchRows == 0) {
                insert.executeBatch();
            }
        } catch (SQLException e) {
            throw failure("write row %d, or one of the %d before it".formatted(rows, batchRows), e);
        }
    }

    private void bind(TableRecord row) throws SQLException, TableException {
        int at = 0;
        for (TableColumn column : columns) {
            Object value = row.get(at++);
            if (value == null) {
                insert.setNull(at, Types.NULL);
                continue;
            }
            try {
                connection.dialect().bind(column.kind(), insert, at, value);
            } catch (ClassCastException e) {
                throw failed(
                        "Column %s in row %d of %s has the type %s, which cannot have a value of %s. Call the setter of its type."
                                .formatted(
                                        column.name(),
                                        rows + 1,
                                        writing,
                                        column.typeName(),
                                        value.getClass().getSimpleName()),
                        e);
            }
        }
    }

    /**
     * Commits the rows and closes the connection.
     *
     * @throws TableException if that fails, or if a row was not written: the attempt's code may
     *     have ignored that
     */
    public void close() throws TableException {
        try {
            if (failure != null) {
                throw new TableException(
                        "The rows of %s are dropped, because one of them was not written."
                                .formatted(writing),
                        failure);
            }
            insert.executeBatch();
            connection.commit();
        } catch (SQLException e) {
            throw failure("write its last rows", e);
        } finally {
            connection.close();
        }
    }

    private TableException failure(String what, SQLException cause) {
        SQLException next = cause.getNextException(); // has the reason if a batch fails
        return failed(
                "Cannot %s in %s of %s: %s Nothing of the attempt is visible, and another attempt writes its rows again. If all attempts fail, correct the rows or check the database."
                        .formatted(
                                what,
                                writing,
                                connection.login(),
                                Sentence.of(next == null ? cause : next)),
                cause);
    }

    private TableException failed(String message, @Nullable Throwable cause) {
        TableException failed = new TableException(message, cause);
        failure = failed;
        return failed;
    }
}
