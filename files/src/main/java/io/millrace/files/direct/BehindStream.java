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
 * A local file that is written by another thread than the one that makes it, a large buffer at a
 * time, in order. The first buffer's worth of bytes goes straight to the file, as all do when no
 * buffer is free: a small file costs nothing more. {@link #flush} and its like return when all is
 * written, and so does {@link #close}, which also gives back what the stream holds. A write that
 * fails is told by the call that comes after it. Hadoop's streams with checksums pass no flush on,
 * so while such a file is open others see less of it than they would otherwise. Thread-safe.
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

    /** Writes behind to a file of Hadoop's, which is handed on. */
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

    /** The buffer that the next bytes go to; null if they go straight to the file. */
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

    /** Those of the file: of what has been written by now. */
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
