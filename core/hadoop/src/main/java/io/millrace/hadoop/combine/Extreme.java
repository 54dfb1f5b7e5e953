package io.millrace.hadoop.combine;

import io.millrace.bytecode.shape.ClassShape.Fold;
import io.millrace.bytecode.shape.ClassShape.Operator;
import io.millrace.engine.record.Combiner.Accumulator;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;

/**
 * Keeps the smallest or largest, by {@code Math.min} and {@code Math.max}, of the combiner's
 * initial number and serialized numbers.
 */
final class Extreme {

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Extreme() {}

    /** The accumulator for values of that class, one of Hadoop's four number classes. */
    static Accumulator of(Class<?> valueClass, Fold fold, CombineCounts counts) {
        boolean largest = fold.operator() == Operator.MAX;
        if (valueClass == IntWritable.class) {
            return new OfInts(largest, fold.start().intValue(), counts);
        }
        if (valueClass == FloatWritable.class) {
            return new OfFloats(largest, fold.start().floatValue(), counts);
        }
        return valueClass == DoubleWritable.class
                ? new OfDoubles(largest, fold.start().doubleValue(), counts)
                : new OfLongs(largest, fold.start().longValue(), counts);
    }

    private record OfInts(boolean largest, int start, CombineCounts counts) implements Accumulator {

        @Override
        public int valueBytes() {
            return Integer.BYTES;
        }

        @Override
        public void first(byte[] sum, int at) {
            INTS.set(sum, at, better(start, (int) INTS.get(sum, at)));
        }

        @Override
        public void add(byte[] sum, int sumAt, byte[] bytes, int at) {
            INTS.set(sum, sumAt, better((int) INTS.get(sum, sumAt), (int) INTS.get(bytes, at)));
        }

        private int better(int one, int other) {
            return largest ? Math.max(one, other) : Math.min(one, other);
        }

        @Override
        public void count(long in, long out) {
            counts.add(in, out);
        }
    }

    private record OfLongs(boolean largest, long start, CombineCounts counts)
            implements Accumulator {

        @Override
        public int valueBytes() {
            return Long.BYTES;
        }

        @Override
        public void first(byte[] sum, int at) {
            LONGS.set(sum, at, better(start, (long) LONGS.get(sum, at)));
        }

        @Override
        public void add(byte[] sum, int sumAt, byte[] bytes, int at) {
            LONGS.set(
                    sum, sumAt, better((long) LONGS.get(sum, sumAt), (long) LONGS.get(bytes, at)));
        }

        private long better(long one, long other) {
            return largest ? Math.max(one, other) : Math.min(one, other);
        }

        @Override
        public void count(long in, long out) {
            counts.add(in, out);
        }
    }

    private record OfFloats(boolean largest, float start, CombineCounts counts)
            implements Accumulator {

        @Override
        public int valueBytes() {
            return Float.BYTES;
        }

        @Override
        public void first(byte[] sum, int at) {
            put(sum, at, start, get(sum, at));
        }

        @Override
        public void add(byte[] sum, int sumAt, byte[] bytes, int at) {
            put(sum, sumAt, get(sum, sumAt), get(bytes, at));
        }

        private static float get(byte[] bytes, int at) {
            return Float.intBitsToFloat((int) INTS.get(bytes, at));
        }

        private void put(byte[] bytes, int at, float one, float other) {
            float better = largest ? Math.max(one, other) : Math.min(one, other);
            INTS.set(bytes, at, Float.floatToIntBits(better));
        }

        @Override
        public void count(long in, long out) {
            counts.add(in, out);
        }
    }

    private record OfDoubles(boolean largest, double start, CombineCounts counts)
            implements Accumulator {

        @Override
        public int valueBytes() {
            return Double.BYTES;
        }

        @Override
        public void first(byte[] sum, int at) {
            put(sum, at, start, get(sum, at));
        }

        @Override
        public void add(byte[] sum, int sumAt, byte[] bytes, int at) {
            put(sum, sumAt, get(sum, sumAt), get(bytes, at));
        }

        private static double get(byte[] bytes, int at) {
            return Double.longBitsToDouble((long) LONGS.get(bytes, at));
        }

        private void put(byte[] bytes, int at, double one, double other) {
            double better = largest ? Math.max(one, other) : Math.min(one, other);
            LONGS.set(bytes, at, Double.doubleToLongBits(better));
        }

        @Override
        public void count(long in, long out) {
            counts.add(in, out);
        }
    }
}
