package io.millrace.formats.record;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.jspecify.annotations.Nullable;

/**
 * Readers of Hadoop's commonest key and value classes: what their own {@code readFields} makes of
 * the bytes, taken from the record at once and not through streams. For exactly these classes;
 * bytes that are not what their {@code write} makes are left to {@code readFields}.
 */
final class KnownReaders {

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /**
     * Fills an object if the bytes are as expected; false, and nothing changed, if they are not.
     */
    private interface Filler<T> {
        boolean fill(T object, byte[] bytes, int at, int length);
    }

    private record Known<T>(Class<T> type, Supplier<T> maker, Filler<T> filler) {

        FieldReader<T> or(FieldReader<T> plain) {
            return (bytes, at, length, reuse) ->
                    read(reuse == null ? maker.get() : reuse, bytes, at, length, plain);
        }

        private T read(T object, byte[] bytes, int at, int length, FieldReader<T> plain)
                throws IOException {
            return object.getClass() == type && filler.fill(object, bytes, at, length)
                    ? object
                    : plain.read(bytes, at, length, object);
        }
    }

    private static final Map<Class<?>, Known<?>> READERS =
            Map.of(
                    Text.class, new Known<>(Text.class, Text::new, KnownReaders::text),
                    BytesWritable.class,
                            new Known<>(
                                    BytesWritable.class, BytesWritable::new, KnownReaders::bytes),
                    IntWritable.class,
                            new Known<>(
                                    IntWritable.class,
                                    IntWritable::new,
                                    (object, bytes, at, length) -> {
                                        if (length != Integer.BYTES) {
                                            return false;
                                        }
                                        object.set((int) INTS.get(bytes, at));
                                        return true;
                                    }),
                    LongWritable.class,
                            new Known<>(
                                    LongWritable.class,
                                    LongWritable::new,
                                    (object, bytes, at, length) -> {
                                        if (length != Long.BYTES) {
                                            return false;
                                        }
                                        object.set((long) LONGS.get(bytes, at));
                                        return true;
                                    }),
                    FloatWritable.class,
                            new Known<>(
                                    FloatWritable.class,
                                    FloatWritable::new,
                                    (object, bytes, at, length) -> {
                                        if (length != Float.BYTES) {
                                            return false;
                                        }
                                        object.set(Float.intBitsToFloat((int) INTS.get(bytes, at)));
                                        return true;
                                    }),
                    DoubleWritable.class,
                            new Known<>(
                                    DoubleWritable.class,
                                    DoubleWritable::new,
                                    (object, bytes, at, length) -> {
                                        if (length != Double.BYTES) {
                                            return false;
                                        }
                                        object.set(
                                                Double.longBitsToDouble(
                                                        (long) LONGS.get(bytes, at)));
                                        return true;
                                    }));

    private KnownReaders() {}

    /** The known reader of a class, or null; {@code plain} reads what it does not expect. */
    @SuppressWarnings("unchecked") // the map has for each class a reader of that class
    static <T> @Nullable FieldReader<T> of(Class<T> type, FieldReader<T> plain) {
        Known<T> known = (Known<T>) READERS.get(type);
        return known == null ? null : known.or(plain);
    }

    /** Texts whose length is one byte. */
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
