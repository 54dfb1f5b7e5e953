package io.millrace.engine.shuffle;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.CombinedOutput.InMemory;
import io.millrace.engine.shuffle.CombinedOutput.OnDisk;
import io.millrace.engine.shuffle.CombinedOutput.Part;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkConsumer;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Stretch;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of one map attempt on their way to the shuffle: sorted on the sort pool, combined,
 * handed over, and the rest kept as runs. The attempt's thread calls everything but {@link
 * #process}, which runs on a sort thread.
 */
final class ChunkedOutput implements ChunkConsumer {

    /** Chunks of one attempt that may wait for the sort pool while the attempt goes on. */
    private static final int MAX_WAITING = 2;

    private final AttemptId attempt;
    private final ShuffleContext context;
    private final Handover handover;
    private final RunStore store;
    private final SpillArea area;
    private final @Nullable ChunkCombiner combiner;
    private final Deque<ChunkTask> waiting = new ArrayDeque<>();
    private final Object lock = new Object();

    /** Guarded by {@link #lock}. */
    private final List<RunSet> sets = new ArrayList<>();

    /** Guarded by {@link #lock}. */
    private final Tally tally;

    private final AtomicLong spilledRecords = new AtomicLong();
    private long nextSequence;

    ChunkedOutput(
            AttemptId attempt,
            ShuffleContext context,
            Handover handover,
            RunStore store,
            SpillArea area,
            @Nullable ChunkCombiner combiner) {
        this.attempt = attempt;
        this.context = context;
        this.handover = handover;
        this.store = store;
        this.area = area;
        this.combiner = combiner;
        this.tally = new Tally(context.partitions());
    }

    @Override
    public void accept(Chunk chunk) throws IOException, InterruptedException {
        long sequence = nextSequence++ << 32;
        ChunkTask task = new ChunkTask(chunk, full -> process(full, sequence));
        if (combiner == null && !handover.wantsSorted()) {
            task.run();
            task.await();
            return;
        }
        try {
            context.sorters().execute(task);
        } catch (RuntimeException e) {
            chunk.close();
            throw e;
        }
        waiting.add(task);
        awaitUntilWaiting(MAX_WAITING);
    }

    @Override
    public int maxRecords() {
        return context.maxChunkRecords();
    }

    @Override
    public List<Slab> takeChunkSlabs() throws IOException, InterruptedException {
        MemoryBudget memory = context.memory();
        SlabKind kind = context.plan().slabKind().value();
        List<Slab> slabs = memory.tryTake(kind, 2, memory.slabBytes());
        if (!slabs.isEmpty()) {
            return slabs;
        }
        awaitUntilWaiting(0);
        spillAll();
        Stretch waitingForMemory = begin(Phase.WAIT);
        List<Slab> floor = memory.take(kind, 2, memory.slabBytes());
        waitingForMemory.end(0, 0);
        return floor;
    }

    @Override
    public void acceptLarge(
            int partition, byte[] record, int offset, int keyLength, int valueLength)
            throws IOException, InterruptedException {
        long sequence = nextSequence++ << 32;
        if (combiner != null) {
            LargeRecord run = new LargeRecord(record, offset, keyLength, valueLength);
            try (CombinedOutput combined = combiner.combine(partition, run)) {
                handOverAll(combined, sequence);
            }
            return;
        }
        Stretch spilling = begin(Phase.SPILL);
        byte[] buffer = context.memory().borrowDiskBuffer();
        try (RunFileWriter writer =
                new RunFileWriter(area, attempt.toString(), context.partitions(), buffer)) {
            writer.write(
                    partition, record, offset, keyLength, record, offset + keyLength, valueLength);
            RunFile file = writer.finish();
            Tally one = new Tally(context.partitions());
            one.add(partition, keyLength, valueLength);
            keepOnDisk(file, one, sequence);
        } finally {
            context.memory().returnDiskBuffer(buffer);
        }
        spilling.end(1, keyLength + (long) valueLength);
    }

    /** Waits until all chunks are processed. */
    void finish() throws IOException, InterruptedException {
        awaitUntilWaiting(0);
    }

    /** Hands all run sets over as files; after {@link #finish}. */
    List<PlacedFile> handOver() throws IOException, InterruptedException {
        spillAll();
        List<RunSet> all = snapshot();
        all.sort(RunSet.MERGE_ORDER);
        List<PlacedFile> files = new ArrayList<>(all.size());
        for (RunSet set : all) {
            files.add(new PlacedFile(set.task(), set.sequence(), set.handOver()));
            store.drop(set);
        }
        release();
        return files;
    }

    private void spillAll() throws IOException, InterruptedException {
        for (RunSet set : snapshot()) {
            spilledRecords.addAndGet(store.spill(set));
        }
    }

    /** Gives back what the attempt has, once nobody works on it. */
    void discard() {
        waiting.forEach(ChunkTask::drop);
        waiting.forEach(ChunkTask::awaitQuietly);
        waiting.clear();
        dropSets();
    }

    /** Gives back the run sets so far; may be called from any thread. */
    void dropSets() {
        synchronized (lock) {
            sets.forEach(store::drop);
            sets.clear();
        }
    }

    /** The run sets so far. */
    List<RunSet> snapshot() {
        synchronized (lock) {
            return new ArrayList<>(sets);
        }
    }

    /** How much there is for each partition; stable after {@link #finish}. */
    Tally tally() {
        return tally;
    }

    /** Records that this attempt wrote to disk so far. */
    long spilledRecords() {
        return spilledRecords.get();
    }

    /** Says that the run sets are the job's now. */
    void release() {
        synchronized (lock) {
            sets.clear();
        }
    }

    private void awaitUntilWaiting(int count) throws IOException, InterruptedException {
        if (waiting.size() <= count) {
            return;
        }
        Stretch waitingForSorts = begin(Phase.WAIT);
        while (waiting.size() > count) {
            waiting.element().await();
            waiting.remove();
        }
        waitingForSorts.end(0, 0);
    }

    private Stretch begin(Phase phase) {
        return context.trace().begin(phase, attempt.toString());
    }

    private void process(Chunk chunk, long sequence) throws IOException, InterruptedException {
        boolean sorted = handover.wantsSorted() || combiner != null;
        try {
            if (sorted) {
                sort(chunk, context.keyOrders().get());
            }
            if (combiner == null) {
                handOver(chunk, sequence, sorted);
                return;
            }
            try (CombinedOutput combined = combiner.combine(chunk)) {
                chunk.close();
                handOverAll(combined, sequence);
            }
        } catch (Throwable e) {
            chunk.close();
            throw e;
        }
    }

    private void handOverAll(CombinedOutput combined, long firstSequence)
            throws IOException, InterruptedException {
        long sequence = firstSequence;
        for (Part part = combined.next(); part != null; part = combined.next()) {
            if (part instanceof InMemory memory) {
                handOver(memory.chunk(), sequence++, true);
            } else if (part instanceof OnDisk disk) {
                keepOnDisk(disk.file(), disk.tally(), sequence++);
            }
        }
    }

    /** Takes over a file whose records this attempt has not counted yet. */
    private void keepOnDisk(RunFile file, Tally records, long sequence) {
        synchronized (lock) {
            tally.add(records);
        }
        spilledRecords.addAndGet(records.total().records());
        keep(new RunSet(attempt.task(), sequence, file));
    }

    private void sort(Chunk chunk, KeyOrder order) {
        Stretch sorting = begin(Phase.SORT);
        chunk.sort(order);
        if (combiner == null) {
            chunk.arrange(context.memory());
        }
        sorting.end(chunk.records(), chunk.bytes());
    }

    /** Takes over {@code chunk}. */
    private void handOver(Chunk chunk, long sequence, boolean sorted)
            throws IOException, InterruptedException {
        synchronized (lock) {
            tally.add(chunk.tally());
        }
        int rest = handover.accept(attempt, sequence, chunk, sorted);
        if (rest == context.partitions()) {
            chunk.close();
            return;
        }
        if (!sorted) {
            KeyOrder order = context.keyOrders().get();
            chunk.addPrefixes(order);
            sort(chunk, order);
        }
        if (rest == 0) {
            chunk.shrink(context.memory());
            keep(new RunSet(attempt.task(), sequence, chunk));
            return;
        }
        Stretch spilling = begin(Phase.SPILL);
        RunFile file =
                RunSet.write(
                        chunk,
                        rest,
                        area,
                        attempt.toString(),
                        context.partitions(),
                        context.memory());
        long records = chunk.tally().from(rest).records();
        spilling.end(records, file.bytes());
        spilledRecords.addAndGet(records);
        keep(new RunSet(attempt.task(), sequence, file));
        chunk.close();
    }

    private void keep(RunSet set) {
        synchronized (lock) {
            sets.add(set);
        }
        store.add(set);
    }
}
