package io.millrace.records.binary;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.SequenceFile;

/**
 * The serialized keys and values of a split of a SequenceFile, without objects of their classes.
 * Used by one thread at a time.
 */
public final class SequenceBytes implements Closeable {

    private final Path path;
    private final SequenceFile.Reader reader;
    private final SequenceFile.ValueBytes value;
    private final DataOutputBuffer buffer = new DataOutputBuffer();
    private final long start;
    private final long end;
    private int valueFrom;
    private long offset;

    private SequenceBytes(Path path, SequenceFile.Reader reader, long start, long end)
            throws IOException {
        this.path = path;
        this.reader = reader;
        this.end = end;
        value = reader.createValueBytes();
        if (start > reader.getPosition()) {
            reader.sync(start);
        }
        this.start = reader.getPosition();
    }

    /** Opens the records of {@code [start, end)}, as Hadoop's own input format has them. */
    public static SequenceBytes open(Path path, long start, long end, Configuration conf)
            throws IOException {
        SequenceFile.Reader reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(path));
        try {
            return new SequenceBytes(path, reader, start, end);
        } catch (Throwable e) {
            reader.close();
            throw e;
        }
    }

    /** The name of the values' class. */
    public String valueClass() {
        return reader.getValueClassName();
    }

    /**
     * Moves to the next record; false if there are no more.
     *
     * @throws BadBinaryFileException if the file is damaged
     */
    public boolean next() throws IOException {
        offset = reader.getPosition();
        if (start >= end) {
            return false;
        }
        try {
            buffer.reset();
            boolean any = reader.nextRawKey(buffer) >= 0;
            // As Hadoop's own reader: records up to the first sync marker after the split's end.
            if (!any || (offset >= end && reader.syncSeen())) {
                return false;
            }
            valueFrom = buffer.getLength();
            reader.nextRawValue(value);
            value.writeUncompressedBytes(buffer);
            return true;
        } catch (IOException | RuntimeException e) {
            throw new BadBinaryFileException(
                    path,
                    offset,
                    "The SequenceFile cannot be read: %s. %s"
                            .formatted(e.getMessage(), BadBinaryFileException.DAMAGED),
                    e);
        }
    }

    /** The array with the key, which starts at 0, and the value, until the next record. */
    public byte[] bytes() {
        return buffer.getData();
    }

    /** The index of the value's first byte, after the key. */
    public int valueFrom() {
        return valueFrom;
    }

    /** The index after the value. */
    public int to() {
        return buffer.getLength();
    }

    /** Where the record is in the file; in a file that is compressed by blocks, its block. */
    public long offset() {
        return offset;
    }

    /** The share of the split that has been read. */
    public float progress() throws IOException {
        return end <= start
                ? 1
                : Math.min(1, (float) (reader.getPosition() - start) / (end - start));
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
