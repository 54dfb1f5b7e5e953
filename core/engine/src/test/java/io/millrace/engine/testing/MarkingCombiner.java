package io.millrace.engine.testing;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Emits each record as it is with one byte before its value: it shows how often it was called. */
public final class MarkingCombiner implements Combiner {

    private static final byte MARK = 7;

    @Override
    public void combineRun(int partition, RecordCursor sorted, RecordSink out)
            throws IOException, InterruptedException {
        while (sorted.next()) {
            out.output().write(sorted.keyBytes(), sorted.keyOffset(), sorted.keyLength());
            out.endKey();
            out.output().write(MARK);
            out.output().write(sorted.valueBytes(), sorted.valueOffset(), sorted.valueLength());
            out.endRecord(partition);
        }
    }

    /** The records as they are when each has been combined once. */
    public static List<List<ByteRecord>> marked(List<List<ByteRecord>> partitions) {
        return partitions.stream()
                .map(records -> records.stream().map(record -> marked(record, 1)).toList())
                .toList();
    }

    /** The record as it is when it has been combined so often. */
    public static ByteRecord marked(ByteRecord record, int times) {
        byte[] value = new byte[record.value().length + times];
        Arrays.fill(value, 0, times, MARK);
        System.arraycopy(record.value(), 0, value, times, record.value().length);
        return new ByteRecord(record.key(), value);
    }
}
