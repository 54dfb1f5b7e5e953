package io.millrace.engine.merge;

import io.millrace.engine.record.RecordCursor;

/** No records. */
final class EmptyCursor implements RecordCursor {

    private static final byte[] NOTHING = new byte[0];

    @Override
    public boolean next() {
        return false;
    }

    @Override
    public long prefix() {
        return 0;
    }

    @Override
    public byte[] keyBytes() {
        return NOTHING;
    }

    @Override
    public int keyOffset() {
        return 0;
    }

    @Override
    public int keyLength() {
        return 0;
    }

    @Override
    public byte[] valueBytes() {
        return NOTHING;
    }

    @Override
    public int valueOffset() {
        return 0;
    }

    @Override
    public int valueLength() {
        return 0;
    }

    @Override
    public float progress() {
        return 1;
    }

    @Override
    public void close() {}
}
