package io.millrace.engine.job;

import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.PhaseMark;
import java.io.IOException;

/**
 * A reduce attempt's records, in this process or in another one. It marks the phases of the
 * attempt: fetching a record is merging, the time after it is reducing. Lent, and used by the
 * attempt's thread.
 */
final class MarkedCursor implements RecordCursor {

    private final RecordCursor records;
    private final PhaseMark mark;

    MarkedCursor(RecordCursor records, PhaseMark mark) {
        this.records = records;
        this.mark = mark;
    }

    @Override
    public boolean next() throws IOException {
        mark.enter(Phase.MERGE);
        boolean more = records.next();
        mark.enter(Phase.REDUCE);
        return more;
    }

    @Override
    public boolean sameKey() {
        return records.sameKey();
    }

    @Override
    public long prefix() {
        return records.prefix();
    }

    @Override
    public byte[] keyBytes() {
        return records.keyBytes();
    }

    @Override
    public int keyOffset() {
        return records.keyOffset();
    }

    @Override
    public int keyLength() {
        return records.keyLength();
    }

    @Override
    public byte[] valueBytes() {
        return records.valueBytes();
    }

    @Override
    public int valueOffset() {
        return records.valueOffset();
    }

    @Override
    public int valueLength() {
        return records.valueLength();
    }

    @Override
    public float progress() {
        return records.progress();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
