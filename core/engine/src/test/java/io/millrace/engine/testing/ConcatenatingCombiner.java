package io.millrace.engine.testing;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Puts the values of a key behind one another. Concatenation is associative but not commutative, so
 * this shows a value that was lost, doubled or moved, and its output grows with its input.
 */
public final class ConcatenatingCombiner implements Combiner {

    @Override
    public void combineRun(int partition, RecordCursor sorted, RecordSink out)
            throws IOException, InterruptedException {
        boolean more = sorted.next();
        while (more) {
            byte[] key = ByteRecord.copyOf(sorted).key();
            ByteArrayOutputStream values = new ByteArrayOutputStream();
            do {
                values.write(sorted.valueBytes(), sorted.valueOffset(), sorted.valueLength());
                more = sorted.next();
            } while (more && Arrays.equals(key, ByteRecord.copyOf(sorted).key()));
            emit(key, values.toByteArray(), partition, out);
        }
    }

    private static void emit(byte[] key, byte[] value, int partition, RecordSink out)
            throws IOException, InterruptedException {
        out.output().write(key, 0, key.length);
        out.endKey();
        out.output().write(value, 0, value.length);
        out.endRecord(partition);
    }

    /** One record for each key of each partition, in order. */
    public static List<List<ByteRecord>> fold(List<List<ByteRecord>> partitions) {
        List<List<ByteRecord>> result = new ArrayList<>();
        for (List<ByteRecord> records : partitions) {
            List<ByteRecord> folded = new ArrayList<>();
            int from = 0;
            while (from < records.size()) {
                byte[] key = records.get(from).key();
                ByteArrayOutputStream values = new ByteArrayOutputStream();
                int to = from;
                while (to < records.size() && Arrays.equals(key, records.get(to).key())) {
                    values.writeBytes(records.get(to++).value());
                }
                folded.add(new ByteRecord(key, values.toByteArray()));
                from = to;
            }
            result.add(folded);
        }
        return result;
    }
}
