package io.millrace.formats.record;

import io.millrace.formats.registry.RecordEntry.Reading;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;

/**
 * Readers of Hadoop's commonest key and value classes: they give the result of {@code readFields},
 * but read the record directly and not through streams. For exactly these classes; {@code
 * readFields} handles bytes that their {@code write} does not produce.
 */
final class KnownReaders {

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    static final Reading<Text> TEXT = new Reading<>(Text::new, KnownReaders::text);

    static final Reading<BytesWritable> BYTES =
            new Reading<>(BytesWritable::new, KnownReaders::bytes);

    static final Reading<IntWritable> INT =
            new Reading<>(
                    IntWritable::new,
                    (object, bytes, at, length) -> {
                        if (length != Integer.BYTES) {
                            return false;
                        }
                        object.set((int) INTS.get(bytes, at));
                        return true;
                    });

    static final Reading<LongWritable> LONG =
            new Reading<>(
                    LongWritable::new,
                    (object, bytes, at, length) -> {
                        if (length != Long.BYTES) {
                            return false;
                        }
                        object.set((long) LONGS.get(bytes, at));
                        return true;
                    });

    static final Reading<FloatWritable> FLOAT =
            new Reading<>(
                    FloatWritable::new,
                    (object, bytes, at, length) -> {
                        if (length != Float.BYTES) {
                            return false;
                        }
                        object.set(Float.intBitsToFloat((int) INTS.get(bytes, at)));
                        return true;
                    });

    static final Reading<DoubleWritable> DOUBLE =
            new Reading<>(
                    DoubleWritable::new,
                    (object, bytes, at, length) -> {
                        if (length != Double.BYTES) {
                            return false;
                        }
                        object.set(Double.longBitsToDouble((long) LONGS.get(bytes, at)));
                        return true;
                    });

    private KnownReaders() {}

    /** Reads texts whose length takes one byte. */
    private static boolean text(Text text, byte[] bytes, int at, int length) {
        if (length == 0 || bytes[at] != length - 1) {
            return false;
        }
        text.set(bytes, at + 1, length - 1);
        return true;
    }

    private static boolean bytes(BytesWritable object, byte[] bytes, int at, int length) {
        if (length < Integer.BYTES || (int) INTS.get(bytes, at) != length - Integer.BYTES) {
            return false;
        }
        object.set(bytes, at + Integer.BYTES, length - Integer.BYTES);
        return true;
    }
}
