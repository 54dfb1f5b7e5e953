package io.millrace.formats.output;

import io.millrace.formats.meter.FileMeter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;

/**
 * Writes the lines of {@code TextOutputFormat}, in both APIs. The format's own writer passes each
 * part of a line through five streams; this writer passes a buffer at a time. Any thread may write,
 * as with the format's own writer.
 */
final class LineWriter extends RecordWriter<Object, Object>
        implements org.apache.hadoop.mapred.RecordWriter<Object, Object> {

    private static final int BUFFER_BYTES = 64 << 10;

    private final OutputStream out;
    private final byte[] separator;
    private final FileMeter meter;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int used;

    LineWriter(OutputStream out, byte[] separator, FileMeter meter) {
        this.out = out;
        this.separator = separator;
        this.meter = meter;
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
