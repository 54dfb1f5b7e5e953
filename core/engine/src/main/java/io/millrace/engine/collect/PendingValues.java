package io.millrace.engine.collect;

import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.ValueLengths;
import java.io.IOException;

/**
 * Values wait in their entry for others of the same key, in the order of emission, and leave it
 * together. An entry that fills up grows, up to a limit; after that, its values are written each
 * time it is full.
 */
final class PendingValues implements EntryValues {

    private static final int MIN_ROOM = 16;
    private static final int MAX_ROOM = 1024;

    /** The factor by which a full entry grows. */
    private static final int GROWTH = 4;

    private final EntryArena arena;
    private final ChunkWriter writer;

    PendingValues(EntryArena arena, ChunkWriter writer) {
        this.arena = arena;
        this.writer = writer;
    }

    @Override
    public boolean isWorthwhile(int keys, int records) {
        // If fewer than one key in a hundred repeats soon, keys are probably serial numbers of the
        // job.
        return keys <= (records < SAMPLE ? 0.99 : 0.5) * records;
    }

    @Override
    public long room(int valueLength) {
        return Math.max(MIN_ROOM, (long) ValueLengths.size(valueLength) + valueLength);
    }

    @Override
    public void first(int entry, byte[] record, int valueAt, int valueLength) {
        arena.append(entry, record, valueAt, valueLength);
    }

    @Override
    public int add(int entry, byte[] record, int keyAt, int valueAt, int valueLength)
            throws IOException, InterruptedException {
        if (arena.append(entry, record, valueAt, valueLength)) {
            return entry;
        }
        int larger = enlarge(entry);
        if (larger != entry && arena.append(larger, record, valueAt, valueLength)) {
            return larger;
        }
        write(larger);
        arena.clearValues(larger);
        appendOrPass(larger, record, keyAt, valueAt, valueLength);
        return larger;
    }

    /** Enlarges the entry, if its limit and the memory allow it. */
    private int enlarge(int entry) throws InterruptedException {
        int room = arena.valueRoom(entry);
        int larger = room >= MAX_ROOM ? 0 : arena.add(entry, Math.min(MAX_ROOM, GROWTH * room));
        return larger == 0 ? entry : larger;
    }

    /** Appends a value to an entry, or writes it to the chunks if the entry has no room. */
    private void appendOrPass(int entry, byte[] record, int keyAt, int valueAt, int valueLength)
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

    @Override
    public void write(int entry) throws IOException, InterruptedException {
        int values = arena.values(entry);
        if (values == 0) {
            return;
        }
        byte[] bytes = arena.bytes(entry);
        int from = arena.valuesOffset(entry);
        int to = from + arena.valueBytes(entry);
        if (values > 1) {
            writer.appendPack(
                    arena.partition(entry),
                    bytes,
                    arena.keyOffset(entry),
                    arena.keyLength(entry),
                    from,
                    to);
            return;
        }
        int length = ValueLengths.get(bytes, from);
        writer.append(
                arena.partition(entry),
                bytes,
                arena.keyOffset(entry),
                arena.keyLength(entry),
                bytes,
                to - length,
                length);
    }

    /** Does nothing: values are written as they are. */
    @Override
    public void finish() {}
}
