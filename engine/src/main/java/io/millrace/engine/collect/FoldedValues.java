package io.millrace.engine.collect;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.ValueLengths;
import java.io.IOException;

/**
 * Values that wait in their entry for the job's combiner. When the room is full, the combiner folds
 * them; a key that fills its room again and again gets more.
 */
final class FoldedValues extends WaitingValues {

    /** Room for values of a key that repeats all the time. */
    private static final int HOT_ROOM = 512;

    private final Folders folders;
    private final FoldOutput folded;
    private final PendingValues pending;

    FoldedValues(EntryArena arena, Combiner combiner, int partitions, ChunkWriter writer) {
        super(arena, writer);
        this.folders = new Folders(combiner, partitions);
        this.folded = new FoldOutput(writer);
        this.pending = new PendingValues(arena);
    }

    @Override
    public int add(int entry, byte[] record, int keyAt, int valueAt, int valueLength)
            throws IOException, InterruptedException {
        if (arena.append(entry, record, valueAt, valueLength)) {
            return entry;
        }
        fold(entry);
        long needed = folded.valueBytes() + (long) ValueLengths.size(valueLength) + valueLength;
        int larger = enlarge(entry, needed);
        if (needed <= arena.valueRoom(larger)) {
            arena.replaceValues(larger, folded.valueCount(), folded.values(), folded.valueBytes());
        } else {
            writeFolded(larger);
            arena.replaceValues(larger, 0, folded.values(), 0);
        }
        appendOrPass(larger, record, keyAt, valueAt, valueLength);
        return larger;
    }

    /** The entry to go on with after a fold: larger, if the key has earned it and there is room. */
    private int enlarge(int entry, long needed) throws InterruptedException {
        int room = arena.valueRoom(entry);
        if (room >= HOT_ROOM && needed <= room / 2) {
            return entry;
        }
        long wanted = Math.max(2 * needed, Math.min(HOT_ROOM, 4L * room));
        int larger =
                arena.add(
                        arena.partition(entry),
                        arena.bytes(entry),
                        arena.keyOffset(entry),
                        arena.keyLength(entry),
                        wanted);
        if (larger == 0) {
            return entry;
        }
        arena.markMoved(entry);
        return larger;
    }

    private void fold(int entry) throws IOException, InterruptedException {
        folded.startFold(arena.bytes(entry), arena.keyOffset(entry), arena.keyLength(entry));
        try {
            folders.of(arena.partition(entry)).fold(pending.of(entry), folded);
        } finally {
            folded.endFold();
        }
    }

    @Override
    public void write(int entry) throws IOException, InterruptedException {
        if (arena.values(entry) > 1 || !arena.folded(entry)) {
            fold(entry);
            writeFolded(entry);
        } else {
            writePending(entry);
        }
    }

    private void writeFolded(int entry) throws IOException, InterruptedException {
        byte[] values = folded.values();
        int at = 0;
        while (at < folded.valueBytes()) {
            int length = ValueLengths.get(values, at);
            at += ValueLengths.size(length);
            writer.append(
                    arena.partition(entry),
                    arena.bytes(entry),
                    arena.keyOffset(entry),
                    arena.keyLength(entry),
                    values,
                    at,
                    length);
            at += length;
        }
    }

    private void writePending(int entry) throws IOException, InterruptedException {
        pending.of(entry);
        while (pending.next()) {
            writer.append(
                    arena.partition(entry),
                    pending.keyBytes(),
                    pending.keyOffset(),
                    pending.keyLength(),
                    pending.valueBytes(),
                    pending.valueOffset(),
                    pending.valueLength());
        }
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        folders.finish(folded);
    }

    @Override
    public void discard() {
        folders.discard();
    }
}
