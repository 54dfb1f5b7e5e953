package io.millrace.records.paged;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/**
 * A paged file is damaged, or is not one, or does not fit the job. The message names the file, the
 * place, the reason, and what to do.
 */
public final class BadPagedFileException extends IOException {

    private static final long serialVersionUID = 1L;

    static final String DAMAGED =
            "The file is damaged. Copy it again, or write it again from its source.";

    BadPagedFileException(Path file, long offset, String reason) {
        super("%s at byte %d: %s".formatted(file, offset, reason));
    }

    BadPagedFileException(Path file, String reason) {
        super("%s: %s".formatted(file, reason));
    }
}
