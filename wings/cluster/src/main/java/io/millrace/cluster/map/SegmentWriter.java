package io.millrace.cluster.map;

import io.millrace.engine.record.RecordCursor;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of one partition as a segment of Hadoop's: for each record the lengths of key
 * and value, as variable-length integers, then their bytes. Hadoop's own writer compresses the
 * records and adds the end mark and the checksum; it gets them in large pieces. Used by one thread.
 */
final class SegmentWriter {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int MAX_LENGTHS_BYTES = 10;
    private static final int ONE_BYTE_MAX = 127;
    private static final int LONGER = -112;

    private final JobConf conf;
    private final @Nullable CompressionCodec codec;
    private final Progressable alive;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int filled;

    /**
     * A writer of segments.
     *
     * @param codec compresses each segment; null if map output is not compressed
     * @param alive called at intervals while records are written
     */
    SegmentWriter(JobConf conf, @Nullable CompressionCodec codec, Progressable alive) {
        this.conf = conf;
        this.codec = codec;
        this.alive = alive;
    }

    /**
     * The size of a segment in bytes.
     *
     * @param raw before compression, with the end mark
     * @param stored in the file, with the checksum
     */
    record Segment(long records, long raw, long stored) {}

    /** Writes one segment, and leaves {@code file} open. */
    @SuppressWarnings("NullAway") // Hadoop's writer takes null for no classes, codec or counter
    Segment write(RecordCursor records, FSDataOutputStream file) throws IOException {
        // Without classes, the writer takes bytes only. It counts no records: this does.
        IFile.Writer<Object, Object> segment =
                new IFile.Writer<>(conf, file, null, null, codec, null);
        OutputStream out = segment.getOutputStream();
        long count = 0;
        long raw = 0;
        filled = 0;
        while (records.next()) {
            records.fetchValue();
            raw += append(records, out);
            count++;
        }
        out.write(buffer, 0, filled);
        segment.updateCountersForExternalAppend(raw);
        segment.close();
        return new Segment(count, segment.getRawLength(), segment.getCompressedLength());
    }

    /** Appends the current record, and returns its size. */
    private int append(RecordCursor record, OutputStream out) throws IOException {
        int keyLength = record.keyLength();
        int valueLength = record.valueLength();
        long whole = (long) keyLength + valueLength + MAX_LENGTHS_BYTES;
        if (whole > buffer.length - filled) {
            out.write(buffer, 0, filled);
            filled = 0;
            alive.progress();
        }
        int start = filled;
        putLength(keyLength);
        putLength(valueLength);
        int lengths = filled - start;
        if (whole > buffer.length) {
            out.write(buffer, start, lengths);
            filled = start;
            out.write(record.keyBytes(), record.keyOffset(), keyLength);
            out.write(record.valueBytes(), record.valueOffset(), valueLength);
        } else {
            put(record.keyBytes(), record.keyOffset(), keyLength);
            put(record.valueBytes(), record.valueOffset(), valueLength);
        }
        return Math.addExact(lengths, Math.addExact(keyLength, valueLength));
    }

    private void put(byte[] bytes, int offset, int length) {
        System.arraycopy(bytes, offset, buffer, filled, length);
        filled += length;
    }

    /** As {@code WritableUtils.writeVInt} does for a length. */
    private void putLength(int length) {
        if (length <= ONE_BYTE_MAX) {
            buffer[filled++] = (byte) length;
            return;
        }
        int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / Byte.SIZE;
        buffer[filled++] = (byte) (LONGER - bytes);
        for (int shift = (bytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            buffer[filled++] = (byte) (length >>> shift);
        }
    }
}
