package io.millrace.records.database;

/**
 * A column of a table or query.
 *
 * @param name as the database spells it
 * @param sql the name as SQL has it, with quotes
 * @param typeName the database's name of its type
 * @param precision the digits of a decimal number; 0 if the type does not limit them
 * @param scale the digits after its point
 */
record TableColumn(
        String name,
        String sql,
        ValueKind kind,
        String typeName,
        int precision,
        int scale,
        boolean nullable) {}
