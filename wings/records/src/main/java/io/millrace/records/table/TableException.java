package io.millrace.records.table;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A table of a database cannot be read or written. The message names the table, the split or
 * attempt, and what to do.
 */
public final class TableException extends IOException {

    private static final long serialVersionUID = 1L;

    /** A failure with its cause, if there is one. */
    public TableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
