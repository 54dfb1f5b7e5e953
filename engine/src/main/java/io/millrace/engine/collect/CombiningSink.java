package io.millrace.engine.collect;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.stream.ChunkWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;
import org.jspecify.annotations.Nullable;

/**
 * The collector that combines through a hash table: from key bytes to pending value bytes. When a
 * key's room for values is full, the job's combiner folds them; a key that fills its room again and
 * again gets more. Only distinct keys reach the chunks, and are sorted there. If hardly any key
 * repeats, the table gets out of the way and records are appended as they come.
 *
 * <p>Used by one thread at a time. Whoever opened it calls {@link #finish} or {@link #discard}.
 */
public final class CombiningSink implements RecordSink {

    /** Slabs that a sink starts with: one for the slots, one for the entries. */
    public static final int MIN_SLABS = 2;

    private static final long MAX_ARENA_BYTES = 32L << 20;
    private static final int MAX_TABLE_BYTES = 16 << 20;
    private static final int MIN_ROOM = 16;

    /** Room for values of a key that repeats all the time. */
    private static final int HOT_ROOM = 512;

    /** Records after which it is known whether keys repeat. */
    private static final int SAMPLE = 1 << 16;

    private static final int SEED = 0x9747b28c;

    private final XXHash32 hash = XXHashFactory.safeInstance().hash32();
    private final ChunkWriter writer;
    private final boolean mayStop;
    private final SlotTable table;
    private final EntryArena arena;
    private final Folders folders;
    private final FoldOutput folded;
    private final PendingValues pending;
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
        this.folders = new Folders(combiner, partitions);
        this.folded = new FoldOutput(writer);
        this.pending = new PendingValues(arena);
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
                for (int i = 0; i < count; i++) {
                    staged.hash(i, hash, SEED);
                }
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
        folders.discard();
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
            if (!arena.append(entry, record, valueAt, valueLength)) {
                makeRoom(slot, code, entry, record, valueAt, valueLength);
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
                    || (reference > 0 && isKey((int) reference, partition, record, keyAt))) {
                return slot;
            }
            slot = table.nextSlot(slot);
        }
    }

    private boolean isKey(int entry, int partition, byte[] record, int keyAt) {
        if (arena.keyLength(entry) != keyLength || arena.partition(entry) != partition) {
            return false;
        }
        int at = arena.keyOffset(entry);
        return Arrays.equals(
                arena.bytes(entry), at, at + keyLength, record, keyAt, keyAt + keyLength);
    }

    private boolean insert(
            int code, int partition, byte[] record, int keyAt, int valueAt, int valueLength)
            throws InterruptedException {
        if (!table.hasRoom()) {
            return false;
        }
        long room = Math.max(MIN_ROOM, (long) ValueLengths.size(valueLength) + valueLength);
        int entry = arena.add(partition, record, keyAt, keyLength, room);
        if (entry == 0) {
            return false;
        }
        arena.append(entry, record, valueAt, valueLength);
        // Looked for only now: the table may just have grown.
        table.put(find(code, partition, record, keyAt), code, entry);
        return true;
    }

    /**
     * The entry is full: folds its values, and adds one more, in more room if the key has earned
     * it.
     */
    private void makeRoom(
            int slot, int code, int entry, byte[] record, int valueAt, int valueLength)
            throws IOException, InterruptedException {
        fold(entry);
        long needed = folded.valueBytes() + (long) ValueLengths.size(valueLength) + valueLength;
        int room = arena.valueRoom(entry);
        if (room >= HOT_ROOM && needed <= room / 2) {
            arena.replaceValues(entry, folded.valueCount(), folded.values(), folded.valueBytes());
            arena.append(entry, record, valueAt, valueLength);
            return;
        }
        long larger = Math.max(2 * needed, Math.min(HOT_ROOM, 4L * room));
        int moved =
                arena.add(
                        arena.partition(entry),
                        arena.bytes(entry),
                        arena.keyOffset(entry),
                        arena.keyLength(entry),
                        larger);
        if (moved != 0) {
            arena.replaceValues(moved, folded.valueCount(), folded.values(), folded.valueBytes());
            arena.append(moved, record, valueAt, valueLength);
            arena.markMoved(entry);
            table.put(slot, code, moved);
            return;
        }
        if (needed <= room) {
            arena.replaceValues(entry, folded.valueCount(), folded.values(), folded.valueBytes());
            arena.append(entry, record, valueAt, valueLength);
            return;
        }
        writeFolded(entry);
        arena.replaceValues(entry, 0, folded.values(), 0);
        if (!arena.append(entry, record, valueAt, valueLength)) {
            writer.append(
                    arena.partition(entry),
                    record,
                    valueAt - keyLength,
                    keyLength,
                    record,
                    valueAt,
                    valueLength);
        }
    }

    private void fold(int entry) throws IOException, InterruptedException {
        folded.startFold(arena.bytes(entry), arena.keyOffset(entry), arena.keyLength(entry));
        try {
            folders.of(arena.partition(entry)).fold(pending.of(entry), folded);
        } finally {
            folded.endFold();
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

    /** Moves everything to the writer, combined. */
    private void empty() throws IOException, InterruptedException {
        EntryArena.Walk walk = arena.walk();
        for (int entry = walk.next(); entry != 0; entry = walk.next()) {
            if (arena.values(entry) > 1 || !arena.folded(entry)) {
                fold(entry);
                writeFolded(entry);
            } else {
                writeValues(entry);
            }
        }
        folders.finish(folded);
        table.clear();
        arena.clear();
        sinceClear = 0;
    }

    private void writeValues(int entry) throws IOException, InterruptedException {
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

    private void stopIfKeysAreDistinct() throws IOException, InterruptedException {
        if (table.size() > 0.9 * sinceClear) {
            empty();
            stopped = true;
            close();
        }
    }
}
