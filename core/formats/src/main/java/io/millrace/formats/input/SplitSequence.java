package io.millrace.formats.input;

import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.registry.JobFormats;
import io.millrace.formats.sequence.OpenedSequence;
import io.millrace.formats.sequence.SequenceCursor;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The records of a split of a SequenceFile, as Hadoop's record readers define them: from the first
 * mark in it, or the start of the file, up to the first mark after its end. Hadoop's own reader
 * reads the header and finds that first mark. Used by one thread at a time.
 */
final class SplitSequence implements Closeable {

    private final SequenceRecords records;
    private final long start;
    private final long end;
    private boolean more;

    private SplitSequence(SequenceRecords records, long end) throws IOException {
        this.records = records;
        this.start = records.position();
        this.end = end;
        more = start < end;
    }

    /** Opens the file and moves to the split's first record. */
    static SplitSequence open(
            Path file,
            long start,
            long length,
            Configuration conf,
            JobFormats formats,
            FileMeter meter)
            throws IOException {
        meter.begin();
        FileSystem files = file.getFileSystem(conf);
        OpenedSequence opened = new OpenedSequence(conf, files.makeQualified(file));
        try {
            SequenceRecords records = records(opened, start, length, conf, formats, meter);
            return new SplitSequence(records, start + length);
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static SequenceRecords records(
            OpenedSequence opened,
            long start,
            long length,
            Configuration conf,
            JobFormats formats,
            FileMeter meter)
            throws IOException {
        byte[] mark = opened.markOfPlain();
        if (start > opened.getPosition()) {
            opened.sync(start);
        }
        meter.end();
        return mark == null
                ? new HadoopsRecords(opened, meter)
                : new PlainRecords(
                        opened,
                        SequenceCursor.of(opened, mark, start + length, conf, meter),
                        new RecordSerialization(conf, formats)
                                .sequenceDeserializer(
                                        opened.getKeyClass(), opened.getValueClass()));
    }

    Class<?> keyClass() {
        return records.keyClass();
    }

    Class<?> valueClass() {
        return records.valueClass();
    }

    /** Moves to the next record and reads its key; null after the split's last one. */
    @Nullable Object nextKey(@Nullable Object reuse) throws IOException {
        if (!more) {
            return null;
        }
        long position = records.position();
        Object key = records.nextKey(reuse);
        if (key == null || (position >= end && records.markSeen())) {
            more = false;
            return null;
        }
        return key;
    }

    /** Reads the value of that record. */
    Object value(@Nullable Object reuse) throws IOException {
        return records.value(reuse);
    }

    /** Fills both with the next record; false after the split's last one. */
    boolean next(Object key, Object value) throws IOException {
        if (!more) {
            return false;
        }
        long position = records.position();
        more = records.nextKey(key) != null;
        if (more) {
            records.value(
                    value); // like Hadoop, reads even the value of the next split's first record
            more = position < end || !records.markSeen();
        }
        return more;
    }

    /** Share of the split that has been read. */
    float progress() throws IOException {
        return start == end
                ? 0
                : Math.min(1, (float) ((records.position() - start) / (double) (end - start)));
    }

    /** Position of the next record. */
    long position() throws IOException {
        return records.position();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
