package io.millrace.hadoop.combine;

import io.millrace.engine.record.Combiner.Accumulator;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Adds up serialized {@link org.apache.hadoop.io.DoubleWritable}s, starting from zero as a combiner
 * does, so that a negative zero never results.
 */
record DoubleSum(CombineCounts counts) implements Accumulator {

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    @Override
    public int valueBytes() {
        return Double.BYTES;
    }

    @Override
    public void first(byte[] sum, int at) {
        put(sum, at, get(sum, at) + 0);
    }

    @Override
    public void add(byte[] sum, int sumAt, byte[] bytes, int at) {
        put(sum, sumAt, get(sum, sumAt) + get(bytes, at));
    }

    private static double get(byte[] bytes, int at) {
        return Double.longBitsToDouble((long) LONGS.get(bytes, at));
    }

    private static void put(byte[] bytes, int at, double value) {
        LONGS.set(bytes, at, Double.doubleToLongBits(value));
    }

    @Override
    public void count(long in, long out) {
        counts.add(in, out);
    }
}
