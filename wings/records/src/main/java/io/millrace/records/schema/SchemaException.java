package io.millrace.records.schema;

/** A schema is not valid, or does not have a column. The message names the place and the fix. */
public final class SchemaException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    SchemaException(String message) {
        super(message);
    }
}
