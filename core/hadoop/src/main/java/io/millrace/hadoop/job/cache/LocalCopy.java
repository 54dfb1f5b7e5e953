package io.millrace.hadoop.job.cache;

import java.nio.file.Path;

/**
 * A cached resource on the local disk: a file, or the directory of an unpacked archive or cached
 * directory. Each user must close it; the last close deletes a copy.
 *
 * <p>Thread-safe.
 */
final class LocalCopy implements AutoCloseable {

    private final Path path;
    private final Runnable release;
    private boolean closed;

    LocalCopy(Path path, Runnable release) {
        this.path = path;
        this.release = release;
    }

    Path path() {
        return path;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            release.run();
        }
    }
}
