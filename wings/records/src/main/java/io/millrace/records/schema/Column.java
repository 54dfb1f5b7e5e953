package io.millrace.records.schema;

/**
 * A column of a schema. Immutable.
 *
 * @param name unique within the schema
 * @param precision for a decimal: the maximum number of digits; otherwise 0
 * @param scale for a decimal: the number of digits after the point; otherwise 0
 * @param nullable whether the schema's null text in this column means null
 * @param bad the treatment of a missing field, or of one that does not have this type
 */
public record Column(
        String name, ColumnType type, int precision, int scale, boolean nullable, BadField bad) {

    /** The largest precision: more digits do not fit 64 bits. */
    public static final int MAX_PRECISION = 18;

    /** Checks the name, and precision and scale. */
    public Column {
        if (name.isEmpty() || name.chars().anyMatch(Character::isISOControl)) {
            throw new SchemaException(
                    "A column's name is empty or contains control characters: '%s'."
                            .formatted(name));
        }
        boolean decimal = type == ColumnType.DECIMAL;
        boolean allowed =
                decimal
                        ? precision >= 1 && precision <= MAX_PRECISION && scale <= precision
                        : precision == 0 && scale == 0;
        if (!allowed || scale < 0) {
            throw new SchemaException(
                    "Column %s has the type %s(%d,%d); allowed: a precision of 1 to %d and a scale of 0 to the precision, for decimals only."
                            .formatted(name, type, precision, scale, MAX_PRECISION));
        }
    }

    /** The type as the text form of a schema has it. */
    public String typeText() {
        return type == ColumnType.DECIMAL
                ? "decimal(%d,%d)".formatted(precision, scale)
                : type.toString();
    }
}
