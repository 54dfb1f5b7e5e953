package io.millrace.hadoop.combine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.record.KeyCheckedSink;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordSink;
import io.millrace.formats.record.RecordSerializer;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * The output of a combiner instance, in both APIs: checks the classes, serializes into its sink,
 * and counts. Any thread may write, as in Hadoop, until the instance has ended; later records are
 * rejected (contract MAP-1, COMB-6).
 */
final class CombineOutput extends RecordWriter<Object, Object>
        implements OutputCollector<Object, Object>, AutoCloseable {

    private final CombineSettings settings;
    private final int partition;

    /** Serializes into the sink. */
    @GuardedBy("this")
    private final RecordSerializer<Object, Object> serializer;

    @GuardedBy("this")
    private long records;

    @GuardedBy("this")
    private boolean closed;

    CombineOutput(CombineSettings settings, int partition, RecordSink sink) throws IOException {
        this.settings = settings;
        this.serializer = settings.serializer();
        this.partition = partition;
        serializer.target(
                settings.checkOrder ? new OrderCheck(settings.order()).before(sink) : sink);
    }

    /** Records written. */
    synchronized long records() {
        return records;
    }

    @Override
    public synchronized void write(Object key, Object value)
            throws IOException, InterruptedException {
        if (closed) {
            throw new IOException("the combiner has ended, and its output is complete");
        }
        if (key.getClass() != settings.keyClass) {
            throw new IOException(
                    "wrong key class: "
                            + key.getClass()
                            + " is not "
                            + settings.keyClass
                            + "; a combiner must emit the map output key class");
        }
        if (value.getClass() != settings.valueClass) {
            throw new IOException(
                    "wrong value class: "
                            + value.getClass()
                            + " is not "
                            + settings.valueClass
                            + "; a combiner must emit the map output value class");
        }
        serializer.write(key, value, partition);
        records++;
    }

    @Override
    public void collect(Object key, Object value) throws IOException {
        try {
            write(key, value);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the combiner was interrupted while it waited for memory", e);
        }
    }

    @Override
    public void close(TaskAttemptContext context) {}

    /** Ends the output. */
    @Override
    public synchronized void close() {
        closed = true;
    }

    /** Checks keys before they reach the sink, and rejects those that are not in sort order. */
    private static final class OrderCheck {

        private final KeyOrder order;
        private byte[] last = new byte[0];
        private boolean first = true;

        OrderCheck(KeyOrder order) {
            this.order = order;
        }

        RecordSink before(RecordSink sink) {
            return new KeyCheckedSink(sink, this::check);
        }

        private void check(byte[] array, int offset, int length) throws IOException {
            if (!first && order.compare(last, 0, last.length, array, offset, length) > 0) {
                throw new IOException(
                        "the combiner emitted key "
                                + hex(array, offset, length)
                                + " (serialized) after key "
                                + hex(last, 0, last.length)
                                + ", which is larger; a combiner must emit its keys in sort order");
            }
            first = false;
            last = Arrays.copyOfRange(array, offset, offset + length);
        }

        private static String hex(byte[] bytes, int offset, int length) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < Math.min(length, 32); i++) {
                text.append("%02x".formatted(bytes[offset + i]));
            }
            return text + (length > 32 ? "..." : "");
        }
    }
}
