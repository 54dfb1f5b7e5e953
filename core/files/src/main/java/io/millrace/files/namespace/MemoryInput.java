package io.millrace.files.namespace;

import io.millrace.engine.namespace.ContentsReader;
import io.millrace.engine.namespace.Lent;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem.Statistics;
import org.apache.hadoop.fs.StreamCapabilities;
import org.jspecify.annotations.Nullable;

/** Reads a file in memory. Any thread may read, as with Hadoop's other streams. */
final class MemoryInput extends FSInputStream implements StreamCapabilities {

    private final ContentsReader reader;
    private final @Nullable Statistics statistics;
    private long position;
    private boolean closed;

    /** Reads through {@code reader}, which it closes, and counts the bytes. */
    MemoryInput(ContentsReader reader, @Nullable Statistics statistics) {
        this.reader = reader;
        this.statistics = statistics;
    }

    @Override
    public synchronized int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int read(byte[] target, int offset, int count) throws IOException {
        int done = copy(position, target, offset, count);
        if (done > 0) {
            position += done;
        }
        return done;
    }

    @Override
    public synchronized int read(long from, byte[] target, int offset, int count)
            throws IOException {
        checkOpen();
        validatePositionedReadArgs(from, target, offset, count);
        return copy(from, target, offset, count);
    }

    /** Copies across blocks, so that a large request is met at once. */
    private int copy(long from, byte[] target, int offset, int count) throws IOException {
        checkOpen();
        int done = 0;
        while (done < count) {
            int part = reader.read(from + done, target, offset + done, count - done);
            if (part < 0) {
                break;
            }
            done += part;
        }
        if (done > 0 && statistics != null) {
            statistics.incrementBytesRead(done);
        }
        return done == 0 && count > 0 ? -1 : done;
    }

    /** Lends the bytes at a position in place, like {@link ContentsReader#lend}. */
    synchronized @Nullable ByteBuffer lend(long from) throws IOException {
        checkOpen();
        Lent lent = reader.lend(from);
        return lent == null
                ? null
                : ByteBuffer.wrap(lent.bytes(), lent.at(), lent.end() - lent.at());
    }

    /** Counts lent bytes that were read. */
    void countRead(long bytes) {
        if (statistics != null) {
            statistics.incrementBytesRead(bytes);
        }
    }

    @Override
    public synchronized void seek(long to) throws IOException {
        checkOpen();
        if (to < 0) {
            throw new EOFException(FSExceptionMessages.NEGATIVE_SEEK);
        }
        if (to > reader.length()) {
            throw new EOFException(
                    FSExceptionMessages.CANNOT_SEEK_PAST_EOF
                            + ": "
                            + to
                            + " of "
                            + reader.length());
        }
        position = to;
    }

    @Override
    public synchronized long skip(long count) throws IOException {
        checkOpen();
        long skipped = Math.max(0, Math.min(count, reader.length() - position));
        position += skipped;
        return skipped;
    }

    @Override
    public synchronized int available() throws IOException {
        checkOpen();
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, reader.length() - position));
    }

    @Override
    public synchronized long getPos() {
        return position;
    }

    @Override
    public boolean seekToNewSource(long target) {
        return false;
    }

    @Override
    public boolean hasCapability(String capability) {
        return false;
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IOException(FSExceptionMessages.STREAM_IS_CLOSED);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            closed = true;
            reader.close();
        }
    }
}
