package io.millrace.files.direct;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.jspecify.annotations.Nullable;

/**
 * A local file that a background thread writes, one large buffer at a time, in order. The first
 * buffer's worth of bytes goes directly to the file, so that small files cost nothing extra, as do
 * all bytes when no buffer is free. {@link #flush} and similar methods, and {@link #close}, return
 * when everything is written; {@code close} also releases the stream's buffers. The call after a
 * failed write reports the failure. Hadoop's checksum streams do not pass on a flush, so other
 * readers of an open file see less of it than without this stream. Thread-safe.
 */
final class BehindStream extends OutputStream
        implements Syncable, StreamCapabilities, IOStatisticsSource {

    private final OutputStream file;
    private final WriteThreads threads;
    private final WriteQueue queue;
    private long direct;
    private byte @Nullable [] buffer;
    private int used;
    private boolean closed;

    /** Writes to Hadoop's {@code file} in the background and owns it. */
    BehindStream(OutputStream file, WriteThreads threads) {
        this.file = file;
        this.threads = threads;
        this.queue = new WriteQueue(file, threads);
    }

    @Override
    public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int end = offset + length;
        while (from < end) {
            byte[] into = buffer(end - from);
            if (into == null) {
                queue.drain();
                file.write(bytes, from, end - from);
                return;
            }
            int count = Math.min(end - from, into.length - used);
            System.arraycopy(bytes, from, into, used, count);
            from += count;
            used += count;
            if (used == into.length) {
                buffer = null;
                used = 0;
                queue.add(into);
            }
        }
    }

    /** The buffer for the next bytes; null if they go directly to the file. */
    private byte @Nullable [] buffer(int wanted) {
        if (buffer == null) {
            if (closed || direct < WriteThreads.BUFFER_BYTES) {
                direct += wanted;
                return null;
            }
            buffer = threads.takeBuffer();
        }
        return buffer;
    }

    @Override
    public synchronized void flush() throws IOException {
        byte[] last = buffer;
        int length = used;
        buffer = null;
        used = 0;
        try {
            queue.drain();
            if (length > 0 && last != null) {
                file.write(last, 0, length);
            }
        } finally {
            if (last != null) {
                threads.giveBuffer(last);
            }
        }
        file.flush();
    }

    @Override
    public void hflush() throws IOException {
        flush();
        ((Syncable) file).hflush();
    }

    @Override
    public void hsync() throws IOException {
        flush();
        ((Syncable) file).hsync();
    }

    @Override
    public boolean hasCapability(String capability) {
        return ((StreamCapabilities) file).hasCapability(capability);
    }

    /** The file's statistics, of the bytes written so far. */
    @Override
    public @Nullable IOStatistics getIOStatistics() {
        return IOStatisticsSupport.retrieveIOStatistics(file);
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (file) {
            flush();
        }
    }
}
