package io.millrace.engine.collect;

import io.millrace.engine.record.RecordCursor;

/** Reads the pending values of one entry where they lie. */
final class PendingValues implements RecordCursor {

    private final EntryArena arena;
    private byte[] bytes = new byte[0];
    private int keyOffset;
    private int keyLength;
    private int next;
    private int end;
    private int valueOffset;
    private int valueLength;

    PendingValues(EntryArena arena) {
        this.arena = arena;
    }

    /** Moves before the first value of {@code entry}. */
    PendingValues of(int entry) {
        bytes = arena.bytes(entry);
        keyOffset = arena.keyOffset(entry);
        keyLength = arena.keyLength(entry);
        next = keyOffset + keyLength;
        end = next + arena.valueBytes(entry);
        return this;
    }

    @Override
    public boolean next() {
        if (next >= end) {
            return false;
        }
        valueLength = ValueLengths.get(bytes, next);
        valueOffset = next + ValueLengths.size(valueLength);
        next = valueOffset + valueLength;
        return true;
    }

    @Override
    public long prefix() {
        return 0;
    }

    @Override
    public byte[] keyBytes() {
        return bytes;
    }

    @Override
    public int keyOffset() {
        return keyOffset;
    }

    @Override
    public int keyLength() {
        return keyLength;
    }

    @Override
    public byte[] valueBytes() {
        return bytes;
    }

    @Override
    public int valueOffset() {
        return valueOffset;
    }

    @Override
    public int valueLength() {
        return valueLength;
    }

    @Override
    public float progress() {
        return next >= end ? 1 : 0;
    }

    @Override
    public void close() {}
}
