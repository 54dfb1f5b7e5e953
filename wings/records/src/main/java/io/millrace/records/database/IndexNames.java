package io.millrace.records.database;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The indexes of a table of PostgreSQL, those of its constraints among them, which have the same
 * names. Used by one thread.
 *
 * @param indexes in the order of their definitions
 */
record IndexNames(List<Index> indexes) {

    private static final String SQL =
            """
            SELECT i.relname, x.indisunique || ' ' || coalesce(c.contype, '-')
                   || substring(pg_get_indexdef(x.indexrelid) from ' USING .*') AS definition
            FROM pg_index x
            JOIN pg_class i ON i.oid = x.indexrelid
            LEFT JOIN pg_constraint c
                   ON c.conindid = x.indexrelid AND c.conrelid = x.indrelid
                   AND c.contype IN ('p', 'u', 'x')
            WHERE x.indrelid = CAST(? AS regclass) AND x.indisvalid
            ORDER BY definition, x.indexrelid\
            """;

    /** An index, without its name in the definition. */
    record Index(String name, String definition) {}

    /** Asks for the indexes of a table, which has its name as in SQL. */
    static IndexNames of(OpenConnection connection, String table) throws SQLException {
        List<Index> indexes = new ArrayList<>();
        try (PreparedStatement statement = connection.prepare(SQL)) {
            statement.setString(1, table);
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    indexes.add(new Index(found.getString(1), found.getString(2)));
                }
            }
        }
        return new IndexNames(indexes);
    }

    /**
     * Gives the indexes of a table, which was created like the one with these and has replaced it,
     * these names.
     */
    void give(OpenConnection connection, String table) throws SQLException {
        List<Index> copies = of(connection, table).indexes;
        String qualifier = TableName.parse(table).qualifier();
        for (int i = 0; i < copies.size() && i < indexes.size(); i++) {
            Index copy = copies.get(i);
            Index original = indexes.get(i);
            if (copy.definition.equals(original.definition) && !copy.name.equals(original.name)) {
                connection.execute(
                        "ALTER INDEX %s%s RENAME TO %s"
                                .formatted(qualifier, quoted(copy.name), quoted(original.name)));
            }
        }
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
