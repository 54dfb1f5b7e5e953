package io.millrace.formats.output;

import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.record.RecordSerializer;
import io.millrace.formats.registry.JobFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.util.Progressable;

/**
 * Writes the files of {@code SequenceFileOutputFormat}, in both APIs. Serializes records into the
 * file's layout, in a buffer that is written as a whole. Any thread may write, as with the format's
 * own writer.
 */
final class SequenceWriter extends RecordWriter<Object, Object>
        implements org.apache.hadoop.mapred.RecordWriter<Object, Object> {

    private final OutputStream out;
    private final Class<?> keyClass;
    private final Class<?> valueClass;
    private final RecordSerializer<Object, Object> serializer;
    private final SequenceSink sink;
    private final FileMeter meter;

    @SuppressWarnings("unchecked") // records are checked to be of these classes
    private SequenceWriter(
            FSDataOutputStream out,
            Configuration conf,
            Class<?> keyClass,
            Class<?> valueClass,
            JobFormats formats,
            FileMeter meter)
            throws IOException {
        this.out = out;
        this.keyClass = keyClass;
        this.valueClass = valueClass;
        this.meter = meter;
        sink = new SequenceSink(out, header(conf, keyClass, valueClass), meter);
        serializer =
                new RecordSerialization(conf, formats)
                        .serializer((Class<Object>) keyClass, (Class<Object>) valueClass);
        serializer.target(sink);
    }

    /** Hadoop's header, with a new mark at its end. */
    private static byte[] header(Configuration conf, Class<?> keyClass, Class<?> valueClass)
            throws IOException {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        SequenceFile.createWriter(
                        conf,
                        SequenceFile.Writer.stream(new FSDataOutputStream(header, null)),
                        SequenceFile.Writer.keyClass(keyClass),
                        SequenceFile.Writer.valueClass(valueClass),
                        SequenceFile.Writer.compression(SequenceFile.CompressionType.NONE))
                .close();
        return header.toByteArray();
    }

    /** Creates the file. */
    static SequenceWriter create(
            Path file,
            Configuration conf,
            Class<?> keyClass,
            Class<?> valueClass,
            Progressable progress,
            JobFormats formats,
            FileMeter meter)
            throws IOException {
        meter.begin();
        FileSystem files = file.getFileSystem(conf);
        FSDataOutputStream out = files.create(file, progress);
        meter.end();
        try {
            return new SequenceWriter(out, conf, keyClass, valueClass, formats, meter);
        } catch (IOException | RuntimeException e) {
            out.close();
            throw e;
        }
    }

    /** The JVM's message names the null parameter, as with Hadoop's writer. */
    @Override
    public synchronized void write(Object key, Object val) throws IOException {
        if (key.getClass() != keyClass) {
            throw wrong("key", key, keyClass);
        }
        if (val.getClass() != valueClass) {
            throw wrong("value", val, valueClass);
        }
        sink.begin();
        try {
            serializer.write(key, val, 0);
        } catch (InterruptedException e) {
            throw new IllegalStateException("writing to a file never waits", e);
        }
    }

    private static IOException wrong(String role, Object object, Class<?> type) {
        return new IOException(
                "wrong " + role + " class: " + object.getClass().getName() + " is not " + type);
    }

    @Override
    public void close(TaskAttemptContext context) throws IOException {
        close();
    }

    @Override
    public void close(Reporter reporter) throws IOException {
        close();
    }

    private synchronized void close() throws IOException {
        try (out) {
            sink.end();
            meter.begin();
        }
        meter.end();
    }
}
