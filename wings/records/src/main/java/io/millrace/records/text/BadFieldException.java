package io.millrace.records.text;

/**
 * A field cannot be read as its column's type. The message names file, position, record and column,
 * shows the field, and says what to do.
 */
public final class BadFieldException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A failure with a message for people. */
    public BadFieldException(String message) {
        super(message);
    }
}
