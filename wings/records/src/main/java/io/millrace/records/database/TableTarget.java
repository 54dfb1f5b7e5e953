package io.millrace.records.database;

import io.millrace.records.config.TableKeys;
import io.millrace.records.table.TableException;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * The table that a job writes.
 *
 * @param table its name as SQL has it
 * @param replaces whether the job's rows replace the table
 */
record TableTarget(DatabaseLogin login, String table, boolean replaces) {

    private static final String APPEND = "append";
    private static final String REPLACE = "replace";

    /**
     * The target of a job, without a look at the database.
     *
     * @throws TableException if a setting is missing or wrong
     */
    static TableTarget of(Configuration conf) throws TableException {
        DatabaseLogin login = DatabaseLogin.of(conf, TableKeys.OUTPUT);
        String table = conf.getTrimmed(TableKeys.OUTPUT + TableKeys.TABLE, "");
        if (table.isEmpty()) {
            throw new TableException(
                    "%s%s is not set. Set it to the table that the job writes."
                            .formatted(TableKeys.OUTPUT, TableKeys.TABLE),
                    null);
        }
        String mode = conf.getTrimmed(TableKeys.MODE, APPEND).toLowerCase(Locale.ROOT);
        if (!mode.equals(APPEND) && !mode.equals(REPLACE)) {
            throw new TableException(
                    "%s is '%s'; allowed: %s, %s.".formatted(TableKeys.MODE, mode, APPEND, REPLACE),
                    null);
        }
        return new TableTarget(login, table, mode.equals(REPLACE));
    }

    /** The columns that the job writes. */
    List<TableColumn> columns(OpenConnection connection, Configuration conf) throws TableException {
        return TableShape.ofTable(connection, table)
                .columns(
                        conf.getTrimmedStrings(TableKeys.OUTPUT + TableKeys.COLUMNS),
                        TableKeys.OUTPUT + TableKeys.COLUMNS);
    }

    /**
     * Checks what can be checked before the job runs.
     *
     * @throws TableException if the job cannot write the table
     */
    void check(Configuration conf) throws IOException {
        if (login.dialect() == Dialect.OTHER) {
            throw new TableException(
                    "TableOutput writes to PostgreSQL and DuckDB, not to %s: it needs a database in which a transaction can create and rename tables."
                            .formatted(login),
                    null);
        }
        try (OpenConnection connection = OpenConnection.open(login, "millrace check")) {
            columns(connection, conf);
            if (replaces && login.dialect() == Dialect.DUCKDB) {
                checkPlain(connection);
            }
        }
    }

    /** DuckDB cannot copy constraints and indexes to the table that replaces this one. */
    private void checkPlain(OpenConnection connection) throws TableException {
        String sql =
                "SELECT (SELECT count(*) FROM duckdb_constraints() WHERE table_name = ?) + (SELECT count(*) FROM duckdb_indexes() WHERE table_name = ?)";
        try (PreparedStatement statement = connection.prepare(sql)) {
            String name =
                    TableName.stored(
                            TableName.parse(table).last(), connection.jdbc().getMetaData());
            statement.setString(1, name);
            statement.setString(2, name);
            try (ResultSet count = statement.executeQuery()) {
                if (count.next() && count.getLong(1) > 0) {
                    throw new TableException(
                            "The table %s in %s has constraints or indexes, which DuckDB cannot copy to the table that replaces it. Drop them, or delete the rows and set %s to %s."
                                    .formatted(table, login, TableKeys.MODE, APPEND),
                            null);
                }
            }
        } catch (SQLException e) {
            throw new TableException(
                    "Cannot read the constraints of %s in %s: %s Check the rights of the user."
                            .formatted(table, login, Sentence.of(e)),
                    e);
        }
    }

    /** The names of columns as SQL has them, with commas between. */
    static String list(List<TableColumn> columns) {
        return columns.stream().map(TableColumn::sql).collect(Collectors.joining(", "));
    }
}
