package io.millrace.verify.format;

import io.millrace.verify.RecordReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AvroFSInput;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Records of an Avro file in Avro's binary encoding, without sync marks and compression. Used by
 * one thread.
 */
public final class AvroRecords implements RecordReader {

    private final DataFileReader<Object> reader;
    private final GenericDatumWriter<@Nullable Object> writer;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    private @Nullable Object record;
    private long position;

    public AvroRecords(Path file, Configuration conf) throws IOException {
        FileSystem files = file.getFileSystem(conf);
        reader =
                new DataFileReader<>(
                        new AvroFSInput(files.open(file), files.getFileStatus(file).getLen()),
                        new GenericDatumReader<>());
        writer = new GenericDatumWriter<>(reader.getSchema());
    }

    @Override
    public String header() {
        String codec = reader.getMetaString("avro.codec");
        return reader.getSchema() + ", " + (codec == null ? "null" : codec);
    }

    @Override
    public boolean next() {
        if (!reader.hasNext()) {
            return false;
        }
        position = reader.previousSync();
        record = reader.next();
        return true;
    }

    @Override
    public byte[] record() throws IOException {
        bytes.reset();
        writer.write(record, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    @Override
    public String text() {
        return String.valueOf(record);
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
