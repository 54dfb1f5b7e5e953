package io.millrace.records.database;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The name of a table as SQL has it: a name, perhaps in double quotes, after a schema and a point.
 *
 * @param qualifier the text up to the last point, with it; empty if there is none
 * @param last the text after it
 */
record TableName(String qualifier, String last) {

    static TableName parse(String sql) {
        boolean quoted = false;
        int point = -1;
        for (int i = 0; i < sql.length(); i++) {
            quoted ^= sql.charAt(i) == '"';
            if (!quoted && sql.charAt(i) == '.') {
                point = i;
            }
        }
        return new TableName(sql.substring(0, point + 1), sql.substring(point + 1));
    }

    /** The name of another table beside this one, in lower case letters, digits and underscores. */
    String beside(String name) {
        return qualifier + '"' + name + '"';
    }

    /** The column that is the table's primary key; null if that is not one column. */
    @Nullable String primaryKey(Connection connection) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        try (ResultSet keys =
                database.getPrimaryKeys(null, schema(database), stored(last, database))) {
            String column = keys.next() ? keys.getString("COLUMN_NAME") : null;
            return keys.next() ? null : column;
        }
    }

    /** The schema as the database's catalog spells it; null if the name has none. */
    @Nullable String schema(DatabaseMetaData database) throws SQLException {
        return qualifier.isEmpty()
                ? null
                : stored(parse(qualifier.substring(0, qualifier.length() - 1)).last(), database);
    }

    /** A name as the database's catalog spells it. */
    static String stored(String sql, DatabaseMetaData database) throws SQLException {
        String name = sql.strip();
        if (name.startsWith("\"")) {
            return name.substring(1, name.length() - 1).replace("\"\"", "\"");
        }
        if (database.storesLowerCaseIdentifiers()) {
            return name.toLowerCase(Locale.ROOT);
        }
        return database.storesUpperCaseIdentifiers() ? name.toUpperCase(Locale.ROOT) : name;
    }
}
