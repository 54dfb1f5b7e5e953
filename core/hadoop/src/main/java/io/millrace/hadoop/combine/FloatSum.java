package io.millrace.hadoop.combine;

import io.millrace.engine.record.Combiner.Accumulator;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Adds up serialized {@link org.apache.hadoop.io.FloatWritable}s, starting from zero as a combiner
 * does, so that a negative zero never results.
 */
record FloatSum(CombineCounts counts) implements Accumulator {

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    @Override
    public int valueBytes() {
        return Float.BYTES;
    }

    @Override
    public void first(byte[] sum, int at) {
        put(sum, at, get(sum, at) + 0);
    }

    @Override
    public void add(byte[] sum, int sumAt, byte[] bytes, int at) {
        put(sum, sumAt, get(sum, sumAt) + get(bytes, at));
    }

    private static float get(byte[] bytes, int at) {
        return Float.intBitsToFloat((int) INTS.get(bytes, at));
    }

    private static void put(byte[] bytes, int at, float value) {
        INTS.set(bytes, at, Float.floatToIntBits(value));
    }

    @Override
    public void count(long in, long out) {
        counts.add(in, out);
    }
}
