package io.millrace.records.proto;

import io.millrace.records.binary.BadBinaryFileException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.jspecify.annotations.Nullable;

/** The messages that are the values of a split of a SequenceFile. Keys of any class are skipped. */
final class SequenceMessages implements MessageSource {

    private final Path path;
    private final SequenceFile.Reader reader;
    private final long start;
    private final long end;
    private final BytesWritable value = new BytesWritable();
    private @Nullable Object key;
    private long offset;

    private SequenceMessages(Path path, SequenceFile.Reader reader, long start, long end)
            throws IOException {
        this.path = path;
        this.reader = reader;
        this.end = end;
        if (reader.getValueClass() != BytesWritable.class) {
            throw new BadBinaryFileException(
                    path,
                    0,
                    "The values of the SequenceFile are of the class %s, but messages are values of the class %s."
                            .formatted(reader.getValueClassName(), BytesWritable.class.getName()));
        }
        if (start > reader.getPosition()) {
            reader.sync(start);
        }
        this.start = reader.getPosition();
    }

    static SequenceMessages open(Path path, long start, long end, Configuration conf)
            throws IOException {
        SequenceFile.Reader reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(path));
        try {
            return new SequenceMessages(path, reader, start, end);
        } catch (Throwable e) {
            reader.close();
            throw e;
        }
    }

    @Override
    public boolean next() throws IOException {
        offset = reader.getPosition();
        if (start >= end) {
            return false;
        }
        try {
            key = reader.next(key);
            // As Hadoop's own reader: records up to the first sync marker after the split's end.
            if (key == null || (offset >= end && reader.syncSeen())) {
                return false;
            }
            reader.getCurrentValue(value);
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

    @Override
    public byte[] bytes() {
        return value.getBytes();
    }

    @Override
    public int from() {
        return 0;
    }

    @Override
    public int to() {
        return value.getLength();
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
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
