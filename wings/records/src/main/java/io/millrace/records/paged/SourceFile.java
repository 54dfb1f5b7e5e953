package io.millrace.records.paged;

import java.time.Instant;
import org.apache.hadoop.fs.FileStatus;

/**
 * A file whose records a paged file contains, as it was then.
 *
 * @param path with the scheme of its file system
 * @param modified milliseconds since 1970
 */
public record SourceFile(String path, long length, long modified) {

    /** A file as it is now. */
    public static SourceFile of(FileStatus status) {
        return new SourceFile(
                status.getPath().toString(), status.getLen(), status.getModificationTime());
    }

    /** How another state of the file differs, for messages. */
    public String difference(SourceFile now) {
        return length == now.length
                ? "it was modified at %s, and now at %s"
                        .formatted(
                                Instant.ofEpochMilli(modified), Instant.ofEpochMilli(now.modified))
                : "it had %d bytes, and now has %d".formatted(length, now.length);
    }
}
