package io.millrace.formats.output;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.formats.config.FormatKeys;
import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.record.RecordSerializer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/**
 * Writes the file that {@code SequenceFileOutputFormat} writes, in both APIs, for exactly this
 * class and if it is not compressed. Records are serialized into the file's layout, in a buffer
 * that the file system gets whole. Any thread may write, as there.
 */
public final class SequenceWriter extends RecordWriter<Object, Object>
        implements org.apache.hadoop.mapred.RecordWriter<Object, Object> {

    private final OutputStream out;
    private final Class<?> keyClass;
    private final Class<?> valueClass;
    private final RecordSerializer<Object, Object> serializer;
    private final SequenceSink sink;

    @SuppressWarnings("unchecked") // records are checked to be of these classes
    private SequenceWriter(
            FSDataOutputStream out,
            Configuration conf,
            Class<?> keyClass,
            Class<?> valueClass,
            FileMeter meter)
            throws IOException {
        this.out = out;
        this.keyClass = keyClass;
        this.valueClass = valueClass;
        sink = new SequenceSink(out, header(conf, keyClass, valueClass), meter);
        serializer =
                new RecordSerializer<>(conf, (Class<Object>) keyClass, (Class<Object>) valueClass);
        serializer.target(sink);
    }

    /** What Hadoop writes before the first record, with a new mark at its end. */
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

    /** Whether this is one of the formats. */
    public static boolean knows(Class<?> format) {
        return format == SequenceFileOutputFormat.class
                || format == org.apache.hadoop.mapred.SequenceFileOutputFormat.class;
    }

    /** Why what a format writes is not written here; empty if it is. */
    public static String obstacle(Class<?> format, Configuration conf) {
        if (!knows(format)) {
            return format.getName() + " is not exactly Hadoop's format of SequenceFiles";
        }
        if (conf.getBoolean(FileOutputFormat.COMPRESS, false)) {
            return "the output is compressed (" + FileOutputFormat.COMPRESS + ")";
        }
        return FormatKeys.HANDOVER.in(conf::get)
                ? Rewrite.SEQUENCE_WRITE.obstacle(conf::get)
                : FormatKeys.HANDOVER + " is false";
    }

    /**
     * Makes the file as the format does; null, and nothing is done, if the format has to.
     *
     * @param meter told when the file system is given bytes
     */
    public static @Nullable SequenceWriter of(
            OutputFormat<?, ?> format, TaskAttemptContext context, FileMeter meter)
            throws IOException {
        Configuration conf = context.getConfiguration();
        if (!(format instanceof SequenceFileOutputFormat<?, ?> sequence)
                || !obstacle(format.getClass(), conf).isEmpty()) {
            return null;
        }
        return of(
                sequence.getDefaultWorkFile(context, ""),
                conf,
                context.getOutputKeyClass(),
                context.getOutputValueClass(),
                context,
                meter);
    }

    /**
     * The same in the old API.
     *
     * @param name of the file
     * @param progress told of by the file system
     */
    public static @Nullable SequenceWriter of(
            org.apache.hadoop.mapred.OutputFormat<?, ?> format,
            JobConf conf,
            String name,
            Progressable progress,
            FileMeter meter)
            throws IOException {
        if (!obstacle(format.getClass(), conf).isEmpty()) {
            return null;
        }
        return of(
                org.apache.hadoop.mapred.FileOutputFormat.getTaskOutputPath(conf, name),
                conf,
                conf.getOutputKeyClass(),
                conf.getOutputValueClass(),
                progress,
                meter);
    }

    private static SequenceWriter of(
            Path file,
            Configuration conf,
            Class<?> keyClass,
            Class<?> valueClass,
            Progressable progress,
            FileMeter meter)
            throws IOException {
        meter.begin();
        FileSystem files = file.getFileSystem(conf);
        FSDataOutputStream out = files.create(file, progress);
        meter.end();
        try {
            return new SequenceWriter(out, conf, keyClass, valueClass, meter);
        } catch (IOException | RuntimeException e) {
            out.close();
            throw e;
        }
    }

    /** The JVM's message says which of them is null, in the names that Hadoop's writer has. */
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
            throw new IllegalStateException("a file waits for nobody", e);
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
        }
    }
}
