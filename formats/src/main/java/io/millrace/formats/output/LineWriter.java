package io.millrace.formats.output;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.formats.meter.FileMeter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/**
 * Writes the lines that {@code TextOutputFormat} writes, in both APIs, for exactly this class and
 * if they are not compressed. The format's own writer goes through five streams for each part of a
 * line, which here get a buffer at a time. Any thread may write, as there.
 */
public final class LineWriter extends RecordWriter<Object, Object>
        implements org.apache.hadoop.mapred.RecordWriter<Object, Object> {

    private static final int BUFFER_BYTES = 64 << 10;
    private static final String DEFAULT_SEPARATOR = "\t";

    private final OutputStream out;
    private final byte[] separator;
    private final FileMeter meter;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int used;

    private LineWriter(OutputStream out, byte[] separator, FileMeter meter) {
        this.out = out;
        this.separator = separator;
        this.meter = meter;
    }

    /**
     * Makes the file as the format does; null, and nothing is done, if the format has to.
     *
     * @param meter told when the file system is given bytes
     */
    public static @Nullable LineWriter of(
            OutputFormat<?, ?> format, TaskAttemptContext context, FileMeter meter)
            throws IOException {
        Configuration conf = context.getConfiguration();
        if (!(format instanceof TextOutputFormat<?, ?> text)
                || !obstacle(format.getClass(), conf).isEmpty()) {
            return null;
        }
        Path file = text.getDefaultWorkFile(context, "");
        meter.begin();
        OutputStream out = file.getFileSystem(conf).create(file, false);
        meter.end();
        return new LineWriter(out, separator(conf), meter);
    }

    /**
     * The same in the old API, whose format replaces a file that is there.
     *
     * @param name of the file
     * @param progress told of by the file system
     */
    public static @Nullable LineWriter of(
            org.apache.hadoop.mapred.OutputFormat<?, ?> format,
            JobConf conf,
            String name,
            Progressable progress,
            FileMeter meter)
            throws IOException {
        if (!obstacle(format.getClass(), conf).isEmpty()) {
            return null;
        }
        Path file = org.apache.hadoop.mapred.FileOutputFormat.getTaskOutputPath(conf, name);
        meter.begin();
        OutputStream out = file.getFileSystem(conf).create(file, progress);
        meter.end();
        return new LineWriter(out, separator(conf), meter);
    }

    /** Why what a format writes is not known; empty if it is. */
    public static String obstacle(Class<?> format, Configuration conf) {
        String off = Rewrite.LINE_WRITE.obstacle(conf::get);
        if (!off.isEmpty()) {
            return off;
        }
        if (format != TextOutputFormat.class
                && format != org.apache.hadoop.mapred.TextOutputFormat.class) {
            return "only lines of text and SequenceFiles are known, not what "
                    + format.getName()
                    + " writes";
        }
        return conf.getBoolean(FileOutputFormat.COMPRESS, false)
                ? "the output is compressed (" + FileOutputFormat.COMPRESS + ")"
                : "";
    }

    private static byte[] separator(Configuration conf) {
        return conf.get(TextOutputFormat.SEPARATOR, DEFAULT_SEPARATOR)
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void write(@Nullable Object key, @Nullable Object value)
            throws IOException {
        Object first = shown(key);
        Object second = shown(value);
        if (first == null && second == null) {
            return;
        }
        if (first != null) {
            put(first);
        }
        if (first != null && second != null) {
            put(separator, separator.length);
        }
        if (second != null) {
            put(second);
        }
        if (used == buffer.length) {
            flush();
        }
        buffer[used++] = '\n';
    }

    private static @Nullable Object shown(@Nullable Object object) {
        return object instanceof NullWritable ? null : object;
    }

    private void put(Object object) throws IOException {
        if (object instanceof Text text) {
            put(text.getBytes(), text.getLength());
        } else {
            byte[] bytes = object.toString().getBytes(StandardCharsets.UTF_8);
            put(bytes, bytes.length);
        }
    }

    private void put(byte[] bytes, int length) throws IOException {
        if (length > buffer.length - used) {
            flush();
            if (length > buffer.length) {
                give(bytes, length);
                return;
            }
        }
        System.arraycopy(bytes, 0, buffer, used, length);
        used += length;
    }

    private void flush() throws IOException {
        int length = used;
        used = 0;
        if (length > 0) {
            give(buffer, length);
        }
    }

    private void give(byte[] bytes, int length) throws IOException {
        meter.begin();
        out.write(bytes, 0, length);
        meter.end();
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
            flush();
            meter.begin();
        }
        meter.end();
    }
}
