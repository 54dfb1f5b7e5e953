package io.millrace.formats.record;

import io.millrace.engine.record.RecordOutput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Map;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;

/**
 * Writers of Hadoop's commonest key and value classes: the bytes that their own {@code write}
 * makes, put into the record at once and not through streams. For exactly these classes.
 */
final class KnownWriters {

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Longest text whose length Hadoop writes as one byte. */
    private static final int SHORT_TEXT = 127;

    private static final Map<Class<?>, FieldWriter<?>> WRITERS =
            Map.of(
                    Text.class, (FieldWriter<Text>) KnownWriters::text,
                    BytesWritable.class, (FieldWriter<BytesWritable>) KnownWriters::bytes,
                    NullWritable.class, (FieldWriter<NullWritable>) (value, out, stream) -> {},
                    IntWritable.class,
                            (FieldWriter<IntWritable>)
                                    (value, out, stream) -> putInt(value.get(), out),
                    LongWritable.class,
                            (FieldWriter<LongWritable>)
                                    (value, out, stream) -> putLong(value.get(), out),
                    FloatWritable.class,
                            (FieldWriter<FloatWritable>)
                                    (value, out, stream) ->
                                            putInt(Float.floatToIntBits(value.get()), out),
                    DoubleWritable.class,
                            (FieldWriter<DoubleWritable>)
                                    (value, out, stream) ->
                                            putLong(Double.doubleToLongBits(value.get()), out));

    private KnownWriters() {}

    @SuppressWarnings("unchecked") // the map has for each class a writer of that class
    static <T> @Nullable FieldWriter<T> of(Class<T> type) {
        return (FieldWriter<T>) WRITERS.get(type);
    }

    private static void text(Text text, RecordOutput out, DataOutput stream) throws IOException {
        int length = text.getLength();
        if (length > SHORT_TEXT) {
            text.write(stream);
            return;
        }
        int at = out.reserve(1 + length);
        byte[] record = out.array();
        record[at] = (byte) length;
        System.arraycopy(text.getBytes(), 0, record, at + 1, length);
    }

    private static void bytes(BytesWritable bytes, RecordOutput out, DataOutput stream) {
        putInt(bytes.getLength(), out);
        out.write(bytes.getBytes(), 0, bytes.getLength());
    }

    private static void putInt(int value, RecordOutput out) {
        int at = out.reserve(Integer.BYTES);
        INTS.set(out.array(), at, value);
    }

    private static void putLong(long value, RecordOutput out) {
        int at = out.reserve(Long.BYTES);
        LONGS.set(out.array(), at, value);
    }
}
