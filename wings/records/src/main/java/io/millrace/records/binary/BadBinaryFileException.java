package io.millrace.records.binary;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/**
 * A file of binary records is damaged, or is not one, or does not fit the job. The message names
 * the file, the place, the reason, and what to do.
 */
public final class BadBinaryFileException extends IOException {

    private static final long serialVersionUID = 1L;

    /** The advice about a damaged file. */
    public static final String DAMAGED =
            "The file is damaged. Copy it again, or write it again from its source.";

    /** A failure at a byte of a file. */
    public BadBinaryFileException(Path file, long offset, String reason) {
        super("%s at byte %d: %s".formatted(file, offset, reason));
    }

    /** A failure with a cause. */
    public BadBinaryFileException(Path file, long offset, String reason, Throwable cause) {
        this(file, offset, reason);
        initCause(cause);
    }
}
