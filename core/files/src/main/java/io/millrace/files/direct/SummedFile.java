package io.millrace.files.direct;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedChannelException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.impl.StoreImplementationUtils;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.apache.hadoop.util.DataChecksum;
import org.jspecify.annotations.Nullable;

/**
 * A local file and Hadoop's checksums of its chunks beside it, with the same bytes as from Hadoop's
 * own stream. Hadoop's stream passes on each chunk and each checksum separately, through three
 * locks each; this one passes on all chunks of a buffer together, and their checksums, too. No byte
 * reaches the file later than with Hadoop's stream, whose buffer has the same size. Thread-safe.
 */
final class SummedFile extends OutputStream implements StreamCapabilities, IOStatisticsSource {

    private static final byte[] VERSION = {'c', 'r', 'c', 0};
    private static final int CHUNKS = 9;

    private final FSDataOutputStream data;
    private final FSDataOutputStream sums;
    private final DataChecksum checksum;
    private final byte[] buffer;
    private final byte[] bufferSums;
    private int used;
    private long position;
    private boolean closed;

    /** Writes to two new files and owns them. */
    SummedFile(FSDataOutputStream data, FSDataOutputStream sums, int chunkBytes)
            throws IOException {
        this.data = data;
        this.sums = sums;
        checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32, chunkBytes);
        buffer = new byte[CHUNKS * chunkBytes];
        bufferSums = new byte[checksum.getChecksumSize(buffer.length)];
        sums.write(VERSION);
        sums.writeInt(chunkBytes);
    }

    /** Bytes that were written to this stream. */
    synchronized long position() {
        return position;
    }

    /** As in Hadoop, accepts single bytes even after the close, and discards them. */
    @Override
    public synchronized void write(int single) throws IOException {
        buffer[used++] = (byte) single;
        position++;
        passFullBuffer();
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (offset < 0 || length < 0 || offset > bytes.length - length) {
            throw new ArrayIndexOutOfBoundsException(
                    "%d bytes from %d on of %d".formatted(length, offset, bytes.length));
        }
        int from = offset;
        int end = offset + length;
        while (from < end) {
            int count = Math.min(end - from, buffer.length - used);
            if (count == buffer.length) {
                pass(bytes, from, count);
            } else {
                System.arraycopy(bytes, from, buffer, used, count);
                used += count;
                passFullBuffer();
            }
            from += count;
        }
        position += length;
    }

    private void passFullBuffer() throws IOException {
        if (used == buffer.length) {
            pass(buffer, 0, used);
            used = 0;
        }
    }

    /** Passes on at most a buffer's worth of chunks; only the file's last chunk may be short. */
    private void pass(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return; // avoids a checksum of an empty chunk
        }
        checksum.calculateChunkedSums(bytes, offset, length, bufferSums, 0);
        data.write(bytes, offset, length);
        sums.write(bufferSums, 0, checksum.getChecksumSize(length));
    }

    /** Passes on whole chunks, only as far as the files' own buffers, as in Hadoop. */
    @Override
    public synchronized void flush() throws IOException {
        int rest = used % checksum.getBytesPerChecksum();
        int whole = used - rest;
        pass(buffer, 0, whole);
        System.arraycopy(buffer, whole, buffer, 0, rest);
        used = rest;
    }

    @Override
    public boolean hasCapability(String capability) {
        return !StoreImplementationUtils.isProbeForSyncable(capability)
                && data.hasCapability(capability);
    }

    @Override
    public @Nullable IOStatistics getIOStatistics() {
        return IOStatisticsSupport.retrieveIOStatistics(data);
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (data;
                sums) {
            pass(buffer, 0, used);
            used = 0;
        }
    }
}
