package io.millrace.engine.collect;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.Combiner.Accumulator;
import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.CuttableSink;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The collector that keeps records in a hash table from key bytes to value bytes. Values are
 * {@linkplain AccumulatedValues added up in place} if the job's combiner is known to do only that,
 * and {@linkplain PendingValues kept together} otherwise. Only the records that leave the table
 * reach the chunks, and are sorted: fewer than one for each input record if keys repeat. If keys
 * hardly repeat, the table is dropped and records are appended as they come.
 *
 * <p>Used by one thread at a time. The caller that opened it calls {@link #finish} or {@link
 * #close}.
 */
public final class TableSink implements CuttableSink {

    /** Initial slabs: one for the slots, one for the entries. */
    public static final int MIN_SLABS = 2;

    private static final long MAX_ARENA_BYTES = 32L << 20;
    private static final int MAX_TABLE_BYTES = 16 << 20;

    /** Minimum number of records between two checks whether keys repeat. */
    private static final int LOOK = 1 << 13;

    private final ChunkWriter writer;
    private final boolean mayStop;
    private final EntryValues values;
    private final KeyTable keys;
    private final @Nullable ShortKeyTable shortKeys;
    private final StagedRecords staged = new StagedRecords();
    private @Nullable Throwable failure;
    private int sinceClear;
    private int nextLook = LOOK;
    private boolean stopped;
    private boolean closed;

    /**
     * An empty table.
     *
     * @param slabs {@link #MIN_SLABS} heap slabs, which the sink owns from now on
     * @param accumulator null to keep the values of a key together unchanged
     * @param mayStop whether to drop the table when keys hardly repeat
     * @param maxBytes bytes of records with which the table is emptied
     * @param writer receives the records that leave the table; lent
     */
    public TableSink(
            MemoryAccount memory,
            List<Slab> slabs,
            @Nullable Accumulator accumulator,
            boolean mayStop,
            long maxBytes,
            ChunkWriter writer)
            throws InterruptedException {
        this.writer = writer;
        this.mayStop = mayStop;
        SlotTable slots =
                new SlotTable(slabs.get(0), memory, Math.max(MAX_TABLE_BYTES, memory.slabBytes()));
        int maxSlabs = (int) Math.max(1, Math.min(maxBytes, MAX_ARENA_BYTES) / memory.slabBytes());
        EntryArena arena = new EntryArena(slabs.get(1), memory, maxSlabs);
        this.values =
                accumulator == null
                        ? new PendingValues(arena, writer)
                        : new AccumulatedValues(arena, accumulator, writer);
        this.keys = new KeyTable(slots, arena, values);
        this.shortKeys = accumulator == null ? null : openShortKeys(memory, accumulator);
    }

    /** Opens a table of short keys if values fit into it and there is memory. */
    private @Nullable ShortKeyTable openShortKeys(MemoryAccount memory, Accumulator accumulator)
            throws InterruptedException {
        Slab slab =
                accumulator.valueBytes() > ShortKeyTable.MAX_VALUE_BYTES
                        ? null
                        : memory.tryTake(SlabKind.HEAP, memory.slabBytes());
        return slab == null ? null : new ShortKeyTable(slab, memory, accumulator, writer);
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
        if (staged.outgrown()) {
            addStaged();
            staged.clearEnded();
        }
        if (staged.endRecord(partition)) {
            addStaged();
            staged.clear();
        }
    }

    @Override
    public void cut() throws IOException, InterruptedException {
        addStaged();
        staged.clearEnded();
        if (!stopped) {
            empty();
        }
        writer.cut();
    }

    private void addStaged() throws IOException, InterruptedException {
        try {
            checkNotFailed();
            if (mayStop && !stopped && sinceClear >= nextLook) {
                nextLook = sinceClear + LOOK;
                stopIfKeysAreDistinct();
            }
            if (stopped) {
                appendAll();
            } else {
                addAll();
            }
        } catch (Throwable e) {
            failure = failure == null ? e : failure;
            // A full batch has no room for the caller's next record, and an exception about that
            // would hide this failure.
            staged.clear();
            throw e;
        }
    }

    private void checkNotFailed() throws IOException {
        if (failure != null) {
            throw new IOException(
                    "the attempt has failed: an earlier record could not be added", failure);
        }
    }

    /** Empties the table into the writer and gives back its memory. */
    @Override
    public void finish() throws IOException, InterruptedException {
        addStaged();
        staged.clear();
        if (!stopped) {
            empty();
        }
        close();
    }

    /** Gives back the table's memory. May be called twice, and after {@link #finish}. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            keys.count();
            keys.close();
            if (shortKeys != null) {
                shortKeys.count();
                shortKeys.close();
            }
        }
    }

    private void addAll() throws IOException, InterruptedException {
        staged.prepare(keys, shortKeys);
        int count = staged.count();
        int next = staged.addTo(keys, shortKeys, 0);
        sinceClear += next;
        while (next < count) {
            empty();
            int end = staged.addTo(keys, shortKeys, next);
            if (end == next) {
                append(next);
                end++;
            }
            sinceClear += end - next;
            next = end;
        }
    }

    private void appendAll() throws IOException, InterruptedException {
        for (int i = 0; i < staged.count(); i++) {
            append(i);
        }
    }

    private void append(int record) throws IOException, InterruptedException {
        byte[] array = staged.array();
        writer.append(
                staged.partition(record),
                array,
                staged.keyAt(record),
                staged.keyLength(record),
                array,
                staged.valueAt(record),
                staged.valueLength(record));
    }

    /** Moves all records to the writer. */
    private void empty() throws IOException, InterruptedException {
        keys.empty();
        if (shortKeys != null) {
            shortKeys.empty();
        }
        sinceClear = 0;
        nextLook = LOOK;
    }

    private void stopIfKeysAreDistinct() throws IOException, InterruptedException {
        int distinct = keys.size() + (shortKeys == null ? 0 : shortKeys.size());
        if (!values.isWorthwhile(distinct, sinceClear)) {
            empty();
            stopped = true;
            close();
        }
    }
}
