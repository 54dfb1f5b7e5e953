package io.millrace.engine.namespace;

import io.millrace.engine.memory.ProcessMemory;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One open handle on the file for bytes of a {@link Contents} that do not fit in memory. Each byte
 * has the same position there as in the contents; bytes in memory are holes. It uses no channel,
 * because interrupting a thread would close it. Used by one thread at a time.
 */
final class SpillFile implements Closeable {

    private final Path path;
    private final RandomAccessFile file;

    private SpillFile(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
    }

    static SpillFile forReading(Path path) throws IOException {
        try {
            return new SpillFile(path, new RandomAccessFile(path.toFile(), "r"));
        } catch (IOException e) {
            throw cannotRead(path, 0, e.getMessage(), e);
        }
    }

    static SpillFile forWriting(Path path) throws IOException {
        try {
            return new SpillFile(path, new RandomAccessFile(path.toFile(), "rw"));
        } catch (IOException e) {
            throw cannotWrite(path, e);
        }
    }

    void write(long at, byte[] bytes, int offset, int length) throws IOException {
        try {
            file.seek(at);
            file.write(bytes, offset, length);
        } catch (IOException e) {
            throw cannotWrite(path, e);
        }
    }

    /** Reads exactly {@code length} bytes. */
    void read(long at, byte[] target, int length) throws IOException {
        try {
            file.seek(at);
            file.readFully(target, 0, length);
        } catch (EOFException e) {
            throw cannotRead(path, at, "it ends too early", e);
        } catch (IOException e) {
            throw cannotRead(path, at, e.getMessage(), e);
        }
    }

    /** The exception for bytes that differ from those written. */
    IOException damaged(long at) {
        return cannotRead(path, at, "its checksum is wrong", null);
    }

    private static IOException cannotWrite(Path path, IOException cause) {
        return new IOException(
                "cannot write "
                        + path
                        + ", the spill file for files in memory: "
                        + cause.getMessage()
                        + "; free some space, set millrace.spill.directories to other disks,"
                        + " or raise millrace.memory.max ("
                        + ProcessMemory.holders()
                        + ")",
                cause);
    }

    private static IOException cannotRead(
            Path path, long at, @Nullable String why, @Nullable Exception cause) {
        return new IOException(
                "cannot read "
                        + path
                        + ", the spill file for files in memory, at "
                        + at
                        + ": "
                        + why
                        + "; another program may have changed it, or the local disk is failing",
                cause);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
