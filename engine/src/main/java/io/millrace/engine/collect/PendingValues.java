package io.millrace.engine.collect;

import io.millrace.engine.record.ArrayCursor;

/** Reads the pending values of one entry where they lie. */
final class PendingValues extends ArrayCursor {

    private final EntryArena arena;
    private int next;
    private int end;

    PendingValues(EntryArena arena) {
        this.arena = arena;
    }

    /** Moves before the first value of {@code entry}. */
    PendingValues of(int entry) {
        int keyOffset = arena.keyOffset(entry);
        int keyLength = arena.keyLength(entry);
        next = keyOffset + keyLength;
        moveTo(arena.bytes(entry), keyOffset, keyLength, next, 0);
        end = next + arena.valueBytes(entry);
        return this;
    }

    @Override
    public boolean next() {
        if (next >= end) {
            return false;
        }
        int valueLength = ValueLengths.get(keyBytes(), next);
        int valueOffset = next + ValueLengths.size(valueLength);
        moveTo(keyBytes(), keyOffset(), keyLength(), valueOffset, valueLength);
        next = valueOffset + valueLength;
        return true;
    }

    @Override
    public long prefix() {
        return 0;
    }

    @Override
    public float progress() {
        return next >= end ? 1 : 0;
    }

    @Override
    public void close() {}
}
