package io.millrace.verify.format;

import io.millrace.verify.RecordReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Records of a SequenceFile as they were serialized, without sync marks and compression. Used by
 * one thread.
 */
public final class SequenceRecords implements RecordReader {

    private final Configuration conf;
    private final SequenceFile.Reader reader;
    private final SequenceFile.ValueBytes value;
    private final DataOutputBuffer record = new DataOutputBuffer();
    private int keyLength;
    private long position;

    public SequenceRecords(Path file, Configuration conf) throws IOException {
        this.conf = conf;
        reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file));
        value = reader.createValueBytes();
    }

    @Override
    public String header() {
        CompressionCodec codec = reader.getCompressionCodec();
        return "%s, %s, %s, %s"
                .formatted(
                        reader.getKeyClassName(),
                        reader.getValueClassName(),
                        reader.getCompressionType(),
                        codec == null ? "no codec" : codec.getClass().getName());
    }

    @Override
    public boolean next() throws IOException {
        position = reader.getPosition();
        record.reset();
        // The lengths belong to the record: key and value could be cut elsewhere.
        record.writeInt(0);
        int length = reader.nextRawKey(record);
        if (length < 0) {
            return false;
        }
        keyLength = record.getLength() - Integer.BYTES;
        record.writeInt(keyLength, 0);
        reader.nextRawValue(value);
        value.writeUncompressedBytes(record);
        return true;
    }

    @Override
    public byte[] record() {
        return Arrays.copyOf(record.getData(), record.getLength());
    }

    @Override
    public String text() {
        int end = Integer.BYTES + keyLength;
        return text(reader.getKeyClassName(), Integer.BYTES, keyLength)
                + "\t"
                + text(reader.getValueClassName(), end, record.getLength() - end);
    }

    /** The object as it prints, or its bytes if its class is missing or not a Writable. */
    private String text(String className, int start, int length) {
        try {
            Writable object =
                    ReflectionUtils.newInstance(
                            conf.getClassByName(className).asSubclass(Writable.class), conf);
            DataInputBuffer in = new DataInputBuffer();
            in.reset(record.getData(), start, length);
            object.readFields(in);
            return object.toString();
        } catch (IOException
                | ReflectiveOperationException
                | RuntimeException
                | LinkageError unreadable) {
            return HexFormat.of().formatHex(record.getData(), start, start + length);
        }
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
