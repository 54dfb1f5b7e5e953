package io.millrace.hadoop.combine;

import io.millrace.engine.record.Combiner.Accumulator;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Adds up serialized {@link org.apache.hadoop.io.IntWritable}s; overflows as {@code int} does. */
record IntSum(CombineCounts counts) implements Accumulator {

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    @Override
    public int valueBytes() {
        return Integer.BYTES;
    }

    @Override
    public void add(byte[] sum, int sumAt, byte[] bytes, int at) {
        INTS.set(sum, sumAt, (int) INTS.get(sum, sumAt) + (int) INTS.get(bytes, at));
    }

    @Override
    public void count(long in, long out) {
        counts.add(in, out);
    }
}
