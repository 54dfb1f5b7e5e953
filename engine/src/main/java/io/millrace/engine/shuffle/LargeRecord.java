package io.millrace.engine.shuffle;

import io.millrace.engine.record.ArrayCursor;

/** A run of one record, which is lent. Used by one thread at a time. */
final class LargeRecord extends ArrayCursor {

    private final byte[] record;
    private final int offset;
    private final int keyBytes;
    private final int valueBytes;
    private boolean read;

    LargeRecord(byte[] record, int offset, int keyBytes, int valueBytes) {
        this.record = record;
        this.offset = offset;
        this.keyBytes = keyBytes;
        this.valueBytes = valueBytes;
    }

    long bytes() {
        return (long) keyBytes + valueBytes;
    }

    @Override
    public boolean next() {
        if (read) {
            return false;
        }
        read = true;
        moveTo(record, offset, keyBytes, offset + keyBytes, valueBytes);
        return true;
    }

    @Override
    public long prefix() {
        return 0; // the only record is never compared
    }

    @Override
    public float progress() {
        return read ? 1 : 0;
    }

    @Override
    public void close() {}
}
