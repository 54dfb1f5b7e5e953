package io.millrace.records.binary;

import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.sequence.SequenceCursor;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The serialized keys and values of a split of a SequenceFile, whose classes are not needed. Used
 * by one thread at a time.
 */
public final class SequenceBytes implements Closeable {

    private final UntypedSequence file;
    private final SequenceRecord record;
    private final long start;
    private final long end;
    private long offset;

    private SequenceBytes(UntypedSequence file, SequenceRecord record, long end)
            throws IOException {
        this.file = file;
        this.record = record;
        this.start = record.position();
        this.end = end;
    }

    /** Opens the records of {@code [start, end)}, as Hadoop's own input format has them. */
    public static SequenceBytes open(Path path, long start, long end, Configuration conf)
            throws IOException {
        UntypedSequence file = UntypedSequence.open(path, conf);
        try {
            byte[] mark = file.markOfPlain();
            if (start > file.getPosition()) {
                file.sync(start);
            }
            SequenceRecord record =
                    mark == null
                            ? new CompressedRecord(path, file)
                            : new PlainRecord(
                                    SequenceCursor.of(file, mark, end, conf, FileMeter.none()));
            return new SequenceBytes(file, record, end);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    /** The name of the values' class. */
    public String valueClass() {
        return file.getValueClassName();
    }

    /**
     * Moves to the next record; false if there are no more.
     *
     * @throws IOException if the file is damaged; the message names it and the position
     */
    public boolean next() throws IOException {
        if (start >= end) {
            return false;
        }
        offset = record.position();
        // As Hadoop's own reader: records up to the first sync marker after the split's end.
        return record.next() && (offset < end || !record.markSeen());
    }

    /** The array with the key and the value, until the next record. */
    public byte[] bytes() {
        return record.bytes();
    }

    /** The index of the key's first byte. */
    public int keyFrom() {
        return record.keyFrom();
    }

    /** The index of the value's first byte, after the key. */
    public int valueFrom() {
        return record.valueFrom();
    }

    /** The index after the value. */
    public int to() {
        return record.to();
    }

    /** Where the record is in the file; in a file that is compressed by blocks, its block. */
    public long offset() {
        return offset;
    }

    /** The share of the split that has been read. */
    public float progress() throws IOException {
        return end <= start ? 1 : Math.min(1, (float) (record.position() - start) / (end - start));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
