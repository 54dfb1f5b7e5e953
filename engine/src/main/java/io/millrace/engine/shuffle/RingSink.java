package io.millrace.engine.shuffle;

import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.ties.SpillRing;
import io.millrace.engine.ties.SpillRing.Fate;
import java.io.IOException;

/**
 * A collector whose chunks are cut like Hadoop's spills: a chunk has as many records as Hadoop's
 * ring would hold, and each record too large for the ring forms its own chunk.
 *
 * <p>Used by one thread at a time.
 */
final class RingSink implements RecordSink {

    private final ChunkWriter writer;
    private final ChunkedOutput spills;
    private final SpillRing ring;
    private int keyLength;

    /** Number of spills that have ended. */
    private long ended;

    /**
     * @param writer hands no chunk on by itself, as far as possible
     * @param spills receives the chunks
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
                    "a spill has more records than can be sorted at once; decrease"
                            + " mapreduce.task.io.sort.mb");
        }
    }

    @Override
    public void discardRecord() {
        writer.discardRecord();
    }
}
