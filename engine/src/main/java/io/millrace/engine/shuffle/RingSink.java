package io.millrace.engine.shuffle;

import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.ties.SpillRing;
import io.millrace.engine.ties.SpillRing.Fate;
import java.io.IOException;

/**
 * A collector whose chunks are the spills of Hadoop's: as many records as its ring would hold, and
 * records too large for that alone.
 *
 * <p>Used by one thread at a time.
 */
final class RingSink implements RecordSink {

    private final ChunkWriter writer;
    private final ChunkedOutput spills;
    private final SpillRing ring;
    private int keyLength;

    /** Spills that have ended. */
    private long ended;

    /**
     * @param writer hands no chunk on by itself, as long as it can be
     * @param spills what the writer hands chunks on to
     */
    RingSink(ChunkWriter writer, ChunkedOutput spills, SpillRing ring) {
        this.writer = writer;
        this.spills = spills;
        this.ring = ring;
    }

    @Override
    public RecordOutput output() {
        return writer.output();
    }

    @Override
    public void endKey() {
        writer.endKey();
        keyLength = writer.output().length();
    }

    @Override
    public void endRecord(int partition) throws IOException, InterruptedException {
        int valueLength = writer.output().length() - keyLength;
        Fate fate = ring.add(keyLength, valueLength);
        if (fate.endsSpill()) {
            writer.cut();
            ended++;
        }
        if (fate.alone()) {
            RecordOutput record = writer.output();
            spills.acceptLarge(partition, record.array(), record.start(), keyLength, valueLength);
            writer.discardRecord();
            ended++;
        } else {
            writer.endRecord(partition);
        }
        if (spills.accepted() != ended) {
            throw new IOException(
                    "a spill has more records than can be sorted at once; make"
                            + " mapreduce.task.io.sort.mb smaller");
        }
    }

    @Override
    public void discardRecord() {
        writer.discardRecord();
    }
}
