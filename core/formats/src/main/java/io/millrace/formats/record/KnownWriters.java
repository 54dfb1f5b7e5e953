package io.millrace.formats.record;

import io.millrace.engine.record.RecordOutput;
import io.millrace.formats.registry.FieldWriter;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;

/**
 * Writers of Hadoop's commonest key and value classes: they write the same bytes as {@code write},
 * but directly into the record and not through streams. For exactly these classes.
 */
final class KnownWriters {

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Longest text whose length Hadoop writes as one byte. */
    private static final int SHORT_TEXT = 127;

    static final FieldWriter<Text> TEXT = KnownWriters::text;

    static final FieldWriter<BytesWritable> BYTES = KnownWriters::bytes;

    static final FieldWriter<NullWritable> NULL = (value, out, stream) -> {};

    static final FieldWriter<IntWritable> INT = (value, out, stream) -> putInt(value.get(), out);

    static final FieldWriter<LongWritable> LONG = (value, out, stream) -> putLong(value.get(), out);

    static final FieldWriter<FloatWritable> FLOAT =
            (value, out, stream) -> putInt(Float.floatToIntBits(value.get()), out);

    static final FieldWriter<DoubleWritable> DOUBLE =
            (value, out, stream) -> putLong(Double.doubleToLongBits(value.get()), out);

    private KnownWriters() {}

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
