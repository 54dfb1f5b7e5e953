package io.millrace.records.binary;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.SequenceFile;

/**
 * A record that Hadoop's own reader reads: of a compressed file, or of an old file version. Used by
 * the thread of one task.
 */
final class CompressedRecord implements SequenceRecord {

    private final Path path;
    private final SequenceFile.Reader reader;
    private final SequenceFile.ValueBytes value;
    private final DataOutputBuffer buffer = new DataOutputBuffer();
    private int valueFrom;

    CompressedRecord(Path path, SequenceFile.Reader reader) {
        this.path = path;
        this.reader = reader;
        value = reader.createValueBytes();
    }

    @Override
    public long position() throws IOException {
        return reader.getPosition();
    }

    @Override
    public boolean next() throws IOException {
        long offset = position();
        try {
            return copyNext();
        } catch (IOException | RuntimeException e) {
            throw new BadBinaryFileException(
                    path,
                    offset,
                    "The SequenceFile cannot be read: %s. %s"
                            .formatted(e.getMessage(), BadBinaryFileException.DAMAGED),
                    e);
        }
    }

    private boolean copyNext() throws IOException {
        buffer.reset();
        if (reader.nextRawKey(buffer) < 0) {
            return false;
        }
        valueFrom = buffer.getLength();
        reader.nextRawValue(value);
        value.writeUncompressedBytes(buffer);
        return true;
    }

    @Override
    public boolean markSeen() {
        return reader.syncSeen();
    }

    @Override
    public byte[] bytes() {
        return buffer.getData();
    }

    @Override
    public int keyFrom() {
        return 0;
    }

    @Override
    public int valueFrom() {
        return valueFrom;
    }

    @Override
    public int to() {
        return buffer.getLength();
    }
}
