package io.millrace.hadoop.testing;

import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A sink that keeps its records in a list. */
public final class ListSink implements RecordSink {

    private final RecordOutput output = new RecordOutput(16);
    private final List<RawRecord> records = new ArrayList<>();
    private int keyLength = -1;

    public List<RawRecord> records() {
        return records;
    }

    @Override
    public RecordOutput output() {
        return output;
    }

    @Override
    public void endKey() {
        keyLength = output.length();
    }

    @Override
    public void endRecord(int partition) {
        int start = output.start();
        records.add(
                new RawRecord(
                        partition,
                        Arrays.copyOfRange(output.array(), start, start + keyLength),
                        Arrays.copyOfRange(output.array(), start + keyLength, output.position())));
        discardRecord();
    }

    @Override
    public void discardRecord() {
        output.truncate(0);
        keyLength = -1;
    }
}
