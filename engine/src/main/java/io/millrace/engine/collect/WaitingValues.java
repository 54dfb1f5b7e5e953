package io.millrace.engine.collect;

import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.ValueLengths;
import java.io.IOException;

/** Values that wait in their entry, one behind the other in the order of emission. */
abstract class WaitingValues implements EntryValues {

    private static final int MIN_ROOM = 16;

    final EntryArena arena;
    final ChunkWriter writer;

    WaitingValues(EntryArena arena, ChunkWriter writer) {
        this.arena = arena;
        this.writer = writer;
    }

    @Override
    public final long room(int valueLength) {
        return Math.max(MIN_ROOM, (long) ValueLengths.size(valueLength) + valueLength);
    }

    @Override
    public final void first(int entry, byte[] record, int valueAt, int valueLength) {
        arena.append(entry, record, valueAt, valueLength);
    }

    /** Appends a value to an entry, or passes it on to the chunks if the entry has no room. */
    final void appendOrPass(int entry, byte[] record, int keyAt, int valueAt, int valueLength)
            throws IOException, InterruptedException {
        if (!arena.append(entry, record, valueAt, valueLength)) {
            writer.append(
                    arena.partition(entry),
                    record,
                    keyAt,
                    arena.keyLength(entry),
                    record,
                    valueAt,
                    valueLength);
        }
    }
}
