package io.millrace.engine.collect;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.Combiner.Accumulator;
import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.stream.ChunkWriter;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The collector that combines through a hash table: from key bytes to value bytes, which are
 * {@linkplain AccumulatedValues added up where they lie} if that is known to be all that the job's
 * combiner does, and else {@linkplain FoldedValues kept for the combiner}. Only distinct keys reach
 * the chunks, and are sorted there. If hardly any key repeats, the table gets out of the way and
 * records are appended as they come.
 *
 * <p>Used by one thread at a time. Whoever opened it calls {@link #finish} or {@link #discard}.
 */
public final class CombiningSink implements RecordSink {

    /** Slabs that a sink starts with: one for the slots, one for the entries. */
    public static final int MIN_SLABS = 2;

    private static final long MAX_ARENA_BYTES = 32L << 20;
    private static final int MAX_TABLE_BYTES = 16 << 20;

    /** Records after which it is known whether keys repeat. */
    private static final int SAMPLE = 1 << 16;

    private final ChunkWriter writer;
    private final boolean mayStop;
    private final SlotTable table;
    private final EntryArena arena;
    private final EntryValues values;
    private final StagedRecords staged = new StagedRecords();
    private @Nullable Throwable failure;
    private int keyLength;
    private int sinceClear;
    private boolean stopped;
    private boolean closed;

    /**
     * An empty table.
     *
     * @param slabs {@link #MIN_SLABS} heap slabs, handed on
     * @param mayStop whether to stop combining where keys hardly repeat
     * @param writer takes what leaves the table; lent
     */
    public CombiningSink(
            MemoryBudget memory,
            List<Slab> slabs,
            int partitions,
            Combiner combiner,
            boolean mayStop,
            ChunkWriter writer) {
        this.writer = writer;
        this.mayStop = mayStop;
        this.table =
                new SlotTable(slabs.get(0), memory, Math.max(MAX_TABLE_BYTES, memory.slabBytes()));
        int maxSlabs = (int) Math.max(1, MAX_ARENA_BYTES / memory.slabBytes());
        this.arena = new EntryArena(slabs.get(1), memory, maxSlabs);
        Accumulator accumulator = combiner.openAccumulator();
        this.values =
                accumulator == null
                        ? new FoldedValues(arena, combiner, partitions, writer)
                        : new AccumulatedValues(arena, accumulator, writer);
    }

    @Override
    public RecordOutput output() {
        return staged.output();
    }

    @Override
    public void endKey() {
        staged.endKey();
    }

    @Override
    public void discardRecord() {
        staged.discardRecord();
    }

    @Override
    public void endRecord(int partition) throws IOException, InterruptedException {
        if (staged.endRecord(partition)) {
            addStaged();
        }
    }

    /**
     * Adds the staged records. First all their slots are looked at, then all the entries that those
     * point to: looked for one by one, each key but the commonest would be a wait for memory, so
     * the waits are made to overlap. In word count on 256 MB of Zipf-distributed words this search
     * was 43 % of the map side's samples.
     */
    private void addStaged() throws IOException, InterruptedException {
        if (failure != null) {
            throw new IOException(
                    "an earlier record of this attempt could not be added; the attempt has failed",
                    failure);
        }
        int count = staged.count();
        try {
            if (!stopped) {
                staged.hash();
                staged.touch(table, arena);
            }
            for (int i = 0; i < count; i++) {
                keyLength = staged.keyLength(i);
                add(
                        staged.partition(i),
                        staged.code(i),
                        staged.array(),
                        staged.keyAt(i),
                        staged.valueAt(i),
                        staged.valueLength(i));
            }
            staged.clear();
        } catch (Throwable e) {
            failure = e;
            throw e;
        }
    }

    /** Empties the table into the writer and gives back its memory. */
    public void finish() throws IOException, InterruptedException {
        addStaged();
        if (!stopped) {
            empty();
        }
        close();
    }

    /** Gives back the table's memory. May be called twice, and after {@link #finish}. */
    public void discard() {
        values.discard();
        close();
    }

    private void close() {
        if (!closed) {
            closed = true;
            table.close();
            arena.close();
        }
    }

    private void add(
            int partition, int code, byte[] record, int keyAt, int valueAt, int valueLength)
            throws IOException, InterruptedException {
        if (mayStop && sinceClear > 0 && sinceClear % SAMPLE == 0) {
            stopIfKeysAreDistinct();
        }
        if (stopped) {
            writer.append(partition, record, keyAt, keyLength, record, valueAt, valueLength);
            return;
        }
        sinceClear++;
        int slot = find(code, partition, record, keyAt);
        long reference = table.referenceIf(slot, code);
        if (reference > 0) {
            int entry = (int) reference;
            int after = values.add(entry, record, keyAt, valueAt, valueLength);
            if (after != entry) {
                table.put(slot, code, after);
            }
            return;
        }
        if (!insert(code, partition, record, keyAt, valueAt, valueLength)) {
            empty();
            if (!insert(code, partition, record, keyAt, valueAt, valueLength)) {
                writer.append(partition, record, keyAt, keyLength, record, valueAt, valueLength);
            }
        }
    }

    /** The slot of this key, or the empty one where it belongs. */
    private int find(int code, int partition, byte[] record, int keyAt) {
        int slot = table.firstSlot(code);
        while (true) {
            long reference = table.referenceIf(slot, code);
            if (reference == 0
                    || (reference > 0
                            && arena.isKey((int) reference, partition, record, keyAt, keyLength))) {
                return slot;
            }
            slot = table.nextSlot(slot);
        }
    }

    private boolean insert(
            int code, int partition, byte[] record, int keyAt, int valueAt, int valueLength)
            throws IOException, InterruptedException {
        if (!table.hasRoom()) {
            return false;
        }
        int entry = arena.add(partition, record, keyAt, keyLength, values.room(valueLength));
        if (entry == 0) {
            return false;
        }
        values.first(entry, record, valueAt, valueLength);
        // Looked for only now: the table may just have grown.
        table.put(find(code, partition, record, keyAt), code, entry);
        return true;
    }

    /** Moves everything to the writer, combined. */
    private void empty() throws IOException, InterruptedException {
        EntryArena.Walk walk = arena.walk();
        for (int entry = walk.next(); entry != 0; entry = walk.next()) {
            values.write(entry);
        }
        values.finish();
        table.clear();
        arena.clear();
        sinceClear = 0;
    }

    private void stopIfKeysAreDistinct() throws IOException, InterruptedException {
        if (table.size() > 0.9 * sinceClear) {
            empty();
            stopped = true;
            close();
        }
    }
}
