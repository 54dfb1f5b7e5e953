package io.millrace.bench.parts;

import io.millrace.engine.record.Combiner.Accumulator;
import java.nio.ByteBuffer;

/** Adds up numbers of four bytes, as is done for the combiner of a word count. */
final class WholeSums implements Accumulator {

    @Override
    public int valueBytes() {
        return Integer.BYTES;
    }

    @Override
    public void add(byte[] sum, int sumAt, byte[] bytes, int at) {
        ByteBuffer sums = ByteBuffer.wrap(sum);
        sums.putInt(sumAt, sums.getInt(sumAt) + ByteBuffer.wrap(bytes).getInt(at));
    }

    @Override
    public void count(long in, long out) {}
}
