package io.millrace.engine.collect;

import io.millrace.engine.record.Combiner.Accumulator;
import io.millrace.engine.stream.ChunkWriter;
import java.io.IOException;

/**
 * Keeps one value for each key; later values are added to it in place. Used by one thread at a
 * time.
 */
final class AccumulatedValues implements EntryValues {

    private final EntryArena arena;
    private final Accumulator accumulator;
    private final ChunkWriter writer;
    private final int valueBytes;
    private long added;
    private long written;

    AccumulatedValues(EntryArena arena, Accumulator accumulator, ChunkWriter writer) {
        this.arena = arena;
        this.accumulator = accumulator;
        this.writer = writer;
        this.valueBytes = accumulator.valueBytes();
    }

    @Override
    public long room(int valueLength) {
        return valueBytes;
    }

    @Override
    public void first(int entry, byte[] record, int valueAt, int valueLength) {
        check(valueLength);
        System.arraycopy(
                record, valueAt, arena.bytes(entry), arena.valuesOffset(entry), valueBytes);
        accumulator.first(arena.bytes(entry), arena.valuesOffset(entry));
        added++;
    }

    @Override
    public int add(int entry, byte[] record, int keyAt, int valueAt, int valueLength) {
        check(valueLength);
        accumulator.add(arena.bytes(entry), arena.valuesOffset(entry), record, valueAt);
        added++;
        return entry;
    }

    private void check(int valueLength) {
        if (valueLength != valueBytes) {
            throw new IllegalStateException(
                    "the combiner's table cannot add a value of "
                            + valueLength
                            + " bytes: all values must have "
                            + valueBytes
                            + " bytes; set millrace.fast.paths=false for this job");
        }
    }

    @Override
    public void write(int entry) throws IOException, InterruptedException {
        byte[] bytes = arena.bytes(entry);
        writer.append(
                arena.partition(entry),
                bytes,
                arena.keyOffset(entry),
                arena.keyLength(entry),
                bytes,
                arena.valuesOffset(entry),
                valueBytes);
        written++;
    }

    @Override
    public void finish() {
        accumulator.count(added, written);
        added = 0;
        written = 0;
    }
}
