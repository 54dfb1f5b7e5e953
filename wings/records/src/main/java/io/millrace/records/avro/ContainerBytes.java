package io.millrace.records.avro;

import io.millrace.records.binary.BadBinaryFileException;
import io.millrace.records.binary.Varints;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** The bytes of a container file, read in order. Used by one thread at a time. */
final class ContainerBytes implements Closeable {

    private static final int BITS = 7;
    private static final int LOW = 0x7f;

    private final Path path;
    private final FSDataInputStream in;
    private final long length;

    private ContainerBytes(Path path, FSDataInputStream in, long length) {
        this.path = path;
        this.in = in;
        this.length = length;
    }

    static ContainerBytes open(Path path, Configuration conf) throws IOException {
        FileSystem files = path.getFileSystem(conf);
        long length = files.getFileStatus(path).getLen();
        return new ContainerBytes(path, files.open(path), length);
    }

    Path path() {
        return path;
    }

    long length() {
        return length;
    }

    long position() throws IOException {
        return in.getPos();
    }

    void seek(long position) throws IOException {
        in.seek(position);
    }

    /** Reads some bytes, at most {@code most}; a negative number at the end. */
    int readSome(byte[] bytes, int at, int most) throws IOException {
        return in.read(bytes, at, most);
    }

    void readFully(byte[] bytes, int count) throws IOException {
        long from = position();
        try {
            in.readFully(bytes, 0, count);
        } catch (EOFException e) {
            throw truncated(from, e);
        }
    }

    /** Reads bytes without moving. */
    void readFully(long position, byte[] bytes) throws IOException {
        try {
            in.readFully(position, bytes);
        } catch (EOFException e) {
            throw truncated(position, e);
        }
    }

    /** Reads a number of variable length, with its sign in the lowest bit. */
    long readLong() throws IOException {
        long from = position();
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            int each = in.read();
            if (each < 0) {
                throw truncated(from, null);
            }
            value |= (long) (each & LOW) << shift;
            if (each <= LOW) {
                return Varints.signed(value);
            }
        }
        throw bad(from, "A number has more than 10 bytes. " + BadBinaryFileException.DAMAGED);
    }

    BadBinaryFileException bad(long offset, String reason) {
        return new BadBinaryFileException(path, offset, reason);
    }

    private BadBinaryFileException truncated(long offset, @Nullable EOFException cause) {
        BadBinaryFileException failure =
                bad(
                        offset,
                        "The file ends here, within its header or a block. It is truncated. Copy it again, or write it again from its source.");
        if (cause != null) {
            failure.initCause(cause);
        }
        return failure;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
