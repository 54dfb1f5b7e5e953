package io.millrace.records.avro;

import java.nio.charset.StandardCharsets;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** A column of Avro records: a field that contains a single value, in nested records if any. */
public final class AvroColumn {

    static final int NOT_FIXED = -1;
    static final int UNKNOWN = -1;

    private static final String MILLIS = "millis";
    private static final int MICROS_OF_MILLI = 1000;

    private final String name;
    private final AvroType type;
    private final boolean nullable;
    private final Schema schema;
    private final Schema stored;
    private final byte @Nullable [] constant;
    private final int unitMicros;
    private final int fixedBytes;

    /**
     * A column of a file.
     *
     * @param schema the type of its values
     * @param stored their type in the file
     * @param constant the value of all records, encoded; null if they are in the file
     */
    AvroColumn(
            String name,
            Schema schema,
            Schema stored,
            boolean nullable,
            byte @Nullable [] constant) {
        this.name = name;
        this.schema = schema;
        this.stored = stored;
        this.nullable = nullable;
        this.constant = constant;
        type = typeOf(schema);
        boolean isMillis =
                type == AvroType.TIMESTAMP && schema.getLogicalType().getName().endsWith(MILLIS);
        unitMicros = isMillis ? MICROS_OF_MILLI : 1;
        fixedBytes = schema.getType() == Schema.Type.FIXED ? schema.getFixedSize() : NOT_FIXED;
    }

    /** The name of the field; in nested records, the names from the outermost, with points. */
    public String name() {
        return name;
    }

    public AvroType type() {
        return type;
    }

    /** Whether the field, or a record that contains it, may be null. */
    public boolean nullable() {
        return nullable;
    }

    /** The type of the values in the file. */
    Schema.Type stored() {
        return stored.getType();
    }

    /** The value of all records, encoded; null if they are in the file. */
    byte @Nullable [] constant() {
        return constant;
    }

    /** Digits of a decimal column; 0 for others. */
    int precision() {
        return schema.getLogicalType() instanceof LogicalTypes.Decimal decimal
                ? decimal.getPrecision()
                : 0;
    }

    /** Digits after the point of a decimal column; 0 for others. */
    public int scale() {
        return schema.getLogicalType() instanceof LogicalTypes.Decimal decimal
                ? decimal.getScale()
                : 0;
    }

    /** Number of bytes of values that have no length before them, or {@link #NOT_FIXED}. */
    int fixedBytes() {
        return fixedBytes;
    }

    /** The symbols of an enum column, in the schema's order. */
    byte[][] symbols() {
        return schema.getEnumSymbols().stream()
                .map(symbol -> symbol.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    /**
     * The positions of the file's symbols among those of an enum column; {@link #UNKNOWN} for one
     * that the column does not have, and has no default for.
     */
    int[] positions() {
        int unknown =
                schema.getEnumDefault() == null
                        ? UNKNOWN
                        : schema.getEnumOrdinal(schema.getEnumDefault());
        return stored.getEnumSymbols().stream()
                .mapToInt(symbol ->
                        schema.hasEnumSymbol(symbol) ? schema.getEnumOrdinal(symbol) : unknown)
                .toArray();
    }

    /** Microseconds in the unit of a timestamp column. */
    int unitMicros() {
        return unitMicros;
    }

    private static AvroType typeOf(Schema schema) {
        LogicalType logical = schema.getLogicalType();
        if (logical instanceof LogicalTypes.Decimal) {
            return AvroType.DECIMAL;
        }
        String name = logical == null ? "" : logical.getName();
        return switch (schema.getType()) {
            case INT -> name.equals("date") ? AvroType.DATE : AvroType.INT;
            case LONG -> isTimestamp(name) ? AvroType.TIMESTAMP : AvroType.LONG;
            case FLOAT -> AvroType.FLOAT;
            case DOUBLE -> AvroType.DOUBLE;
            case BOOLEAN -> AvroType.BOOLEAN;
            case STRING -> AvroType.TEXT;
            case BYTES, FIXED -> AvroType.BYTES;
            case ENUM -> AvroType.ENUM;
            case RECORD, ARRAY, MAP, UNION, NULL ->
                    throw new IllegalArgumentException("Not a single value: " + schema);
        };
    }

    /**
     * Nanoseconds, which newer libraries know, stay plain numbers: microseconds cannot have them.
     */
    private static boolean isTimestamp(String logical) {
        return logical.endsWith("timestamp-millis") || logical.endsWith("timestamp-micros");
    }

    @Override
    public String toString() {
        return name + ", " + type;
    }
}
