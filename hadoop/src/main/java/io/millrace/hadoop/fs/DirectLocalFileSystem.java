package io.millrace.hadoop.fs;

import org.apache.hadoop.fs.LocalFileSystem;

/**
 * Hadoop's local file system that asks the operating system for permissions and owners, and sets
 * them, by itself. Without its native library Hadoop starts a {@code chmod} for each file and
 * folder that it makes, about thirty for the smallest job. For {@code fs.file.impl}; {@code
 * org.apache.hadoop.fs.LocalFileSystem} there is its plain twin.
 */
public final class DirectLocalFileSystem extends LocalFileSystem {

    public DirectLocalFileSystem() {
        super(new DirectRawFileSystem());
    }
}
