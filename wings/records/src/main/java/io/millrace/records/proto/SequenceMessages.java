package io.millrace.records.proto;

import io.millrace.records.binary.BadBinaryFileException;
import io.millrace.records.binary.BigEndian;
import io.millrace.records.binary.SequenceBytes;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;

/** The messages that are the values of a split of a SequenceFile. Keys of any class are skipped. */
final class SequenceMessages implements MessageSource {

    /** The length before the bytes of a {@link BytesWritable}. */
    private static final int LENGTH_BYTES = Integer.BYTES;

    private final Path path;
    private final SequenceBytes records;

    private SequenceMessages(Path path, SequenceBytes records) {
        this.path = path;
        this.records = records;
    }

    static SequenceMessages open(Path path, long start, long end, Configuration conf)
            throws IOException {
        SequenceBytes records = SequenceBytes.open(path, start, end, conf);
        if (!records.valueClass().equals(BytesWritable.class.getName())) {
            records.close();
            throw new BadBinaryFileException(
                    path,
                    0,
                    "The values of the SequenceFile are of the class %s, but messages are values of the class %s."
                            .formatted(records.valueClass(), BytesWritable.class.getName()));
        }
        return new SequenceMessages(path, records);
    }

    @Override
    public boolean next() throws IOException {
        if (!records.next()) {
            return false;
        }
        int length = to() - from();
        if (length < 0 || BigEndian.intAt(records.bytes(), records.valueFrom()) != length) {
            throw new BadBinaryFileException(
                    path,
                    offset(),
                    "A value has another length than it claims. " + BadBinaryFileException.DAMAGED);
        }
        return true;
    }

    @Override
    public byte[] bytes() {
        return records.bytes();
    }

    @Override
    public int from() {
        return records.valueFrom() + LENGTH_BYTES;
    }

    @Override
    public int to() {
        return records.to();
    }

    @Override
    public long offset() {
        return records.offset();
    }

    @Override
    public float progress() throws IOException {
        return records.progress();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
