package io.millrace.engine.collect;

import io.millrace.engine.record.ArrayCursor;
import io.millrace.engine.stream.PackedValues;

/** Reads the pending values of one entry where they lie. */
final class PendingValues extends ArrayCursor {

    private final EntryArena arena;
    private final PackedValues values = new PackedValues();

    PendingValues(EntryArena arena) {
        this.arena = arena;
    }

    /** Moves before the first value of {@code entry}. */
    PendingValues of(int entry) {
        int keyOffset = arena.keyOffset(entry);
        int keyLength = arena.keyLength(entry);
        int from = keyOffset + keyLength;
        moveTo(arena.bytes(entry), keyOffset, keyLength, from, 0);
        values.moveBefore(arena.bytes(entry), from, from + arena.valueBytes(entry));
        return this;
    }

    @Override
    public boolean next() {
        if (!values.next()) {
            return false;
        }
        moveTo(keyBytes(), keyOffset(), keyLength(), values.offset(), values.length());
        return true;
    }

    @Override
    public long prefix() {
        return 0;
    }

    @Override
    public float progress() {
        return values.atEnd() ? 1 : 0;
    }

    @Override
    public void close() {}
}
