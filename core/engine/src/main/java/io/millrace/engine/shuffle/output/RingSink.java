package io.millrace.engine.shuffle.output;

import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.stream.CuttableSink;
import io.millrace.engine.ties.SpillRing;
import io.millrace.engine.ties.SpillRing.Fate;
import java.io.IOException;

/**
 * A collector whose output is cut like Hadoop's spills: a spill has as many records as Hadoop's
 * ring would hold, and each record too large for the ring forms its own spill.
 *
 * <p>Used by one thread at a time.
 */
final class RingSink implements RecordSink {

    private final CuttableSink sink;
    private final ChunkedOutput spills;
    private final SpillRing ring;
    private int keyLength;

    /**
     * @param sink takes the records, and hands them on to {@code spills}
     * @param spills receives the chunks, and the ends of spills
     */
    RingSink(CuttableSink sink, ChunkedOutput spills, SpillRing ring) {
        this.sink = sink;
        this.spills = spills;
        this.ring = ring;
    }

    @Override
    public RecordOutput output() {
        return sink.output();
    }

    @Override
    public void endKey() {
        sink.endKey();
        keyLength = sink.output().length();
    }

    @Override
    public void endRecord(int partition) throws IOException, InterruptedException {
        int valueLength = sink.output().length() - keyLength;
        Fate fate = ring.add(keyLength, valueLength);
        if (fate.endsSpill()) {
            sink.cut();
            spills.endSpill();
        }
        if (fate.alone()) {
            RecordOutput record = sink.output();
            spills.acceptAlone(partition, record.array(), record.start(), keyLength, valueLength);
            sink.discardRecord();
        } else {
            sink.endRecord(partition);
        }
        spills.checkSpills();
    }

    @Override
    public void discardRecord() {
        sink.discardRecord();
    }
}
