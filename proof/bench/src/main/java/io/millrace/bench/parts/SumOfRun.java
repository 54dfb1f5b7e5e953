package io.millrace.bench.parts;

import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.stream.ChunkWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Adds up numbers of four bytes in a sorted run, as a combiner does that is given each key once.
 */
final class SumOfRun {

    private SumOfRun() {}

    static void combine(RecordCursor run, ChunkWriter out)
            throws IOException, InterruptedException {
        byte[] key = new byte[0];
        ByteBuffer sum = ByteBuffer.allocate(Integer.BYTES);
        boolean open = false;
        while (run.next()) {
            if (open && !run.sameKey() && !isKey(run, key)) {
                out.append(0, key, 0, key.length, sum.array(), 0, Integer.BYTES);
                open = false;
            }
            if (!open) {
                int from = run.keyOffset();
                key = Arrays.copyOfRange(run.keyBytes(), from, from + run.keyLength());
                sum.putInt(0, 0);
                open = true;
            }
            int value = ByteBuffer.wrap(run.valueBytes()).getInt(run.valueOffset());
            sum.putInt(0, sum.getInt(0) + value);
        }
        if (open) {
            out.append(0, key, 0, key.length, sum.array(), 0, Integer.BYTES);
        }
    }

    private static boolean isKey(RecordCursor run, byte[] key) {
        int from = run.keyOffset();
        return Arrays.equals(run.keyBytes(), from, from + run.keyLength(), key, 0, key.length);
    }
}
