package io.millrace.engine.namespace;

import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a file or directory.
 *
 * @param path absolute, its parts separated by {@code /}
 * @param contents of a file; null for a directory
 * @param modifiedMillis time of the last change, since the epoch
 * @param accessedMillis time of the last opening; 0 for a directory
 */
public record Entry(
        String path,
        @Nullable Contents contents,
        Owner owner,
        long modifiedMillis,
        long accessedMillis) {

    public boolean isFolder() {
        return contents == null;
    }

    /** Bytes of a file; 0 for a directory. */
    public long length() {
        return contents == null ? 0 : contents.length();
    }
}
