package io.millrace.engine.record;

import java.io.IOException;

/** Looks at another cursor's records on their way. Owns that cursor, and closes it. */
public abstract class ForwardingCursor implements RecordCursor {

    private final RecordCursor records;

    protected ForwardingCursor(RecordCursor records) {
        this.records = records;
    }

    @Override
    public boolean next() throws IOException {
        return records.next();
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
