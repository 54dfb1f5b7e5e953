package io.millrace.hadoop.combine;

import io.millrace.engine.record.Combiner.Accumulator;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Adds up serialized {@link org.apache.hadoop.io.LongWritable}s; overflows as {@code long} does.
 */
record LongSum(CombineCounts counts) implements Accumulator {

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    @Override
    public int valueBytes() {
        return Long.BYTES;
    }

    @Override
    public void add(byte[] sum, int sumAt, byte[] bytes, int at) {
        LONGS.set(sum, sumAt, (long) LONGS.get(sum, sumAt) + (long) LONGS.get(bytes, at));
    }

    @Override
    public void count(long in, long out) {
        counts.add(in, out);
    }
}
