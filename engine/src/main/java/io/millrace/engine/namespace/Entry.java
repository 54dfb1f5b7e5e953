package io.millrace.engine.namespace;

import org.jspecify.annotations.Nullable;

/**
 * A file or directory as it was when somebody asked.
 *
 * @param path absolute, its parts separated by {@code /}
 * @param contents of a file; null for a directory
 * @param modifiedMillis when it was last changed, since the epoch
 * @param accessedMillis when it was last opened; 0 for a directory
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
