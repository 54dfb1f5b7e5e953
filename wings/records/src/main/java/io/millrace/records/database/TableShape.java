package io.millrace.records.database;

import io.millrace.records.table.TableException;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table or query of a database, as it describes them. Immutable.
 *
 * @param name for messages
 * @param from what stands after FROM in SQL
 */
record TableShape(String name, String from, List<TableColumn> columns) {

    private static final int SHOWN_CHARACTERS = 60;

    /**
     * Asks for the columns of a table.
     *
     * @param table as SQL has it
     * @throws TableException if there is no such table
     */
    static TableShape ofTable(OpenConnection connection, String table) throws TableException {
        return of(connection, "table " + table, table);
    }

    /** Asks for the columns of a query. */
    static TableShape ofQuery(OpenConnection connection, String query) throws TableException {
        String shown =
                query.length() > SHOWN_CHARACTERS
                        ? query.substring(0, SHOWN_CHARACTERS) + "..."
                        : query;
        return of(connection, "query '" + shown + "'", "(" + query + ") millrace_query");
    }

    private static TableShape of(OpenConnection connection, String name, String from)
            throws TableException {
        String sql = "SELECT * FROM " + from + " WHERE 1 = 0";
        try (PreparedStatement statement = connection.prepare(sql);
                ResultSet none = statement.executeQuery()) {
            DatabaseMetaData database = connection.jdbc().getMetaData();
            String quote = database.getIdentifierQuoteString().trim();
            ResultSetMetaData meta = none.getMetaData();
            List<TableColumn> columns = new ArrayList<>();
            for (int i = 1; i <= meta.getColumnCount(); i++) {
                String label = meta.getColumnLabel(i);
                String type = meta.getColumnTypeName(i);
                columns.add(
                        new TableColumn(
                                label,
                                quote + label.replace(quote, quote + quote) + quote,
                                ColumnKinds.of(
                                        meta.getColumnType(i), type, meta.getColumnClassName(i)),
                                type,
                                meta.getPrecision(i),
                                meta.getScale(i),
                                meta.isNullable(i) != ResultSetMetaData.columnNoNulls));
            }
            return new TableShape(name, from, List.copyOf(columns));
        } catch (SQLException e) {
            throw new TableException(
                    "Cannot read the columns of %s in %s: %s Check its name, and the rights of the user."
                            .formatted(name, connection.login(), Sentence.of(e)),
                    e);
        }
    }

    /** The column of a name, or else the only one whose name differs in case; null if none. */
    @Nullable TableColumn find(String wanted) {
        TableColumn found = null;
        for (TableColumn each : columns) {
            if (each.name().equals(wanted)) {
                return each;
            }
            if (each.name().equalsIgnoreCase(wanted)) {
                if (found != null) {
                    return null;
                }
                found = each;
            }
        }
        return found;
    }

    /**
     * The column of a name that a key has.
     *
     * @throws TableException if there is none
     */
    TableColumn column(String wanted, String key) throws TableException {
        TableColumn found = find(wanted);
        if (found == null) {
            throw new TableException(key + ": " + missing(wanted), null);
        }
        return found;
    }

    /** Says that there is no column of a name, or more than one. */
    String missing(String wanted) {
        return "The %s has no single column '%s'; its columns are %s."
                .formatted(name, wanted, columns.stream().map(TableColumn::name).toList());
    }

    /** The columns that a key names; all if it names none. */
    List<TableColumn> columns(String[] wanted, String key) throws TableException {
        if (wanted.length == 0) {
            return columns;
        }
        List<TableColumn> found = new ArrayList<>();
        for (String each : wanted) {
            found.add(column(each, key));
        }
        return found;
    }
}
