package io.millrace.bench.pavlo;

import io.millrace.apps.pavlo.Tables;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.workloads.input.InputKind;
import java.util.LinkedHashMap;
import java.util.Map;

/** The tables of the benchmark, with the column of their index. */
enum TableKind {
    RECORDS("records", InputKind.PATTERN_RECORDS, Tables.RECORDS, "key"),
    RANKINGS("rankings", InputKind.RANKINGS, Tables.RANKINGS, "pageRank"),
    USER_VISITS("uservisits", InputKind.MANY_SOURCES, Tables.USER_VISITS, "visitDate");

    private final String word;
    private final InputKind kind;

    @SuppressWarnings("ImmutableEnumChecker") // a schema is immutable
    private final Schema schema;

    private final String key;

    TableKind(String word, InputKind kind, Schema schema, String key) {
        this.word = word;
        this.kind = kind;
        this.schema = schema;
        this.key = key;
    }

    /** The name in SQL. */
    String word() {
        return word;
    }

    InputKind kind() {
        return kind;
    }

    Schema schema() {
        return schema;
    }

    String key() {
        return key;
    }

    /** The columns with types of SQL. */
    Map<String, String> columns() {
        Map<String, String> columns = new LinkedHashMap<>();
        schema.columns().forEach(column -> columns.put(column.name(), sql(column.type())));
        return columns;
    }

    private static String sql(ColumnType type) {
        return switch (type) {
            case INT -> "INTEGER";
            case DATE -> "DATE";
            case DOUBLE -> "DOUBLE PRECISION";
            case TEXT -> "VARCHAR";
            default -> throw new IllegalArgumentException("no table has a column of type " + type);
        };
    }
}
