package io.millrace.bench.parts;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Adds up numbers of four bytes, as the combiner of a word count does that is recognised. */
final class WholeSums implements Combiner {

    @Override
    public void combineRun(int partition, RecordCursor sorted, RecordSink out) {
        throw new UnsupportedOperationException("values are added up as they come");
    }

    @Override
    public @Nullable Folder openFolder(int partition) {
        return null;
    }

    @Override
    public Accumulator openAccumulator() {
        return new Accumulator() {
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
        };
    }
}
