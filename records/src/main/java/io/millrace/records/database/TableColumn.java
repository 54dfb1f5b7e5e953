package io.millrace.records.database;

/**
 * A column of a table or query.
 *
 * @param name as the database spells it
 * @param sql the name as SQL has it, with quotes
 * @param typeName the database's name of its type
 */
record TableColumn(String name, String sql, ValueKind kind, String typeName, boolean nullable) {}
