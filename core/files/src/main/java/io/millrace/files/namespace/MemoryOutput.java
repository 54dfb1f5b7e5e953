package io.millrace.files.namespace;

import io.millrace.engine.namespace.ContentsWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.impl.StoreImplementationUtils;

/**
 * Writes a file in memory, a buffer at a time; larger writes bypass the buffer. Readers see flushed
 * bytes. Any thread may write, as with Hadoop's other streams.
 */
final class MemoryOutput extends OutputStream implements Syncable, StreamCapabilities {

    private static final int BUFFER_BYTES = 4096;

    private final ContentsWriter writer;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int used;
    private boolean closed;

    /** Writes through {@code writer}, which it closes. */
    MemoryOutput(ContentsWriter writer) {
        this.writer = writer;
    }

    @Override
    public synchronized void write(int one) throws IOException {
        checkOpen();
        if (used == buffer.length) {
            empty();
        }
        buffer[used++] = (byte) one;
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        checkOpen();
        if (count > buffer.length - used) {
            empty();
        }
        if (count >= buffer.length) {
            writer.write(bytes, offset, count);
        } else {
            System.arraycopy(bytes, offset, buffer, used, count);
            used += count;
        }
    }

    private void empty() throws IOException {
        int count = used;
        used = 0;
        writer.write(buffer, 0, count);
    }

    @Override
    public synchronized void flush() throws IOException {
        checkOpen();
        empty();
    }

    @Override
    public void hflush() throws IOException {
        flush();
    }

    /** Memory is the most durable place there is. */
    @Override
    public void hsync() throws IOException {
        flush();
    }

    @Override
    public boolean hasCapability(String capability) {
        return StoreImplementationUtils.isProbeForSyncable(capability);
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        try {
            empty();
        } finally {
            closed = true;
            writer.close();
        }
    }
}
