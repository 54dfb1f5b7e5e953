package io.millrace.engine.shuffle.output;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.memory.DiskBuffer;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.run.RunStore;
import io.millrace.engine.shuffle.combine.CombinedOutput;
import io.millrace.engine.shuffle.combine.CombinedOutput.InMemory;
import io.millrace.engine.shuffle.combine.CombinedOutput.OnDisk;
import io.millrace.engine.shuffle.combine.CombinedOutput.Part;
import io.millrace.engine.shuffle.combine.CombinedParts;
import io.millrace.engine.shuffle.combine.CombinedSpills;
import io.millrace.engine.shuffle.combine.CombinedSpills.Combined;
import io.millrace.engine.shuffle.combine.CombinedSpills.Spill;
import io.millrace.engine.shuffle.combine.Spills;
import io.millrace.engine.shuffle.context.ChunkTask;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.delivery.ChunkDelivery;
import io.millrace.engine.shuffle.partial.EarlyReducer;
import io.millrace.engine.shuffle.partial.EarlyReducer.Reduced;
import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.shuffle.remote.RunSending;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkConsumer;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Stretch;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of one map attempt on their way to the shuffle: sorted on the sort pool, combined, and
 * delivered; undelivered records are kept as runs. The attempt's thread calls all methods except
 * {@link #process}, which runs on a sort thread.
 */
final class ChunkedOutput implements ChunkConsumer, AutoCloseable {

    /** Chunks of one attempt that may wait for the sort pool while the attempt continues. */
    private static final int MAX_WAITING = 2;

    private final AttemptGuard guard;
    private final AttemptId attempt;
    private final ShuffleContext context;
    private final ChunkDelivery delivery;
    private final RunStore store;
    private final SpillArea area;

    /** The spills for the job's combiner; null if none is called. */
    private final @Nullable CombinedSpills combined;

    /** The job's partial reducer for this attempt; null if there is none. */
    private final @Nullable EarlyReducer reducer;

    /** The merge of all spills if equal keys come in Hadoop's order; otherwise null. */
    private final @Nullable Spills spills;

    private final MemoryAccount memory;
    private final ChunkTasks tasks;

    /** The runs, without those that may be combined again. */
    private final KeptRuns kept;

    private final Object lock = new Object();

    @GuardedBy("lock")
    private Tally tally;

    private long nextSequence;

    /** Spills of Hadoop's that have ended. */
    private long endedSpills;

    ChunkedOutput(
            AttemptGuard guard,
            ShuffleContext context,
            ChunkDelivery delivery,
            RunStore store,
            SpillArea area,
            @Nullable CombinedSpills combined,
            @Nullable EarlyReducer reducer,
            @Nullable Spills spills) {
        this.guard = guard;
        this.attempt = guard.attempt();
        this.context = context;
        this.delivery = delivery;
        this.store = store;
        this.area = area;
        this.combined = combined;
        this.reducer = reducer;
        this.spills = spills;
        this.tally = new Tally(context.partitions());
        this.memory = context.account(MemoryUse.MAP_OUTPUT);
        this.tasks = new ChunkTasks(attempt, context);
        this.kept = new KeptRuns(context, store, area);
    }

    @Override
    public void accept(Chunk chunk) throws IOException, InterruptedException {
        long sequence = nextSequence++ << 32;
        context.trace().collected(attempt.toString(), chunk.records(), chunk.bytes());
        Spill spill = combined == null ? null : combined.await();
        ChunkTask task = new ChunkTask(guard, chunk::close, () -> process(chunk, sequence, spill));
        if (combined == null && !delivery.wantsSorted()) {
            task.run();
            task.await();
            return;
        }
        tasks.start(task);
        tasks.awaitUntilWaiting(MAX_WAITING);
    }

    /**
     * Output with a combiner is cut into blocks after combining, so that the combiner sees long
     * runs.
     */
    @Override
    public int maxRecords() {
        return combined == null ? context.maxChunkRecords() : Integer.MAX_VALUE;
    }

    @Override
    public List<Slab> takeChunkSlabs() throws IOException, InterruptedException {
        SlabKind kind = context.plan().value(EngineKeys.SLAB_KIND);
        List<Slab> slabs = memory.tryTake(kind, 2, memory.slabBytes());
        if (!slabs.isEmpty()) {
            return slabs;
        }
        tasks.awaitUntilWaiting(0);
        spillAll();
        Stretch waitingForMemory = begin(Phase.WAIT);
        List<Slab> floor = memory.take(kind, 2, memory.slabBytes());
        waitingForMemory.end(0, 0);
        return floor;
    }

    /** A spill like Hadoop's is sorted as a whole: without room, it exceeds the budget. */
    @Override
    public @Nullable Slab takeMore(MemoryAccount account, SlabKind kind, int bytes)
            throws IOException, InterruptedException {
        Slab slab = account.tryTake(kind, bytes);
        if (slab != null || spills == null) {
            return slab;
        }
        tasks.awaitUntilWaiting(0);
        spillAll();
        Slab freed = account.tryTake(kind, bytes);
        return freed == null ? account.overdraw(bytes) : freed;
    }

    @Override
    public long maxRecordBytes(MemoryAccount account) {
        return spills == null ? ChunkConsumer.super.maxRecordBytes(account) : Long.MAX_VALUE;
    }

    @Override
    public void acceptLarge(
            int partition, byte[] record, int offset, int keyLength, int valueLength)
            throws IOException, InterruptedException {
        RunSet set = write(partition, record, offset, keyLength, valueLength);
        Tally one = tally(partition, keyLength, valueLength);
        if (combined == null || spills != null) {
            keepOnDisk(set, one);
            return;
        }
        Spill spill = combined.await();
        combined.add(spill, set, one.total());
        combined.arrived(spill);
    }

    /** Takes a record that is one of Hadoop's spills; the bytes are lent. */
    void acceptAlone(int partition, byte[] record, int offset, int keyLength, int valueLength)
            throws IOException, InterruptedException {
        RunSet set = write(partition, record, offset, keyLength, valueLength);
        Tally one = tally(partition, keyLength, valueLength);
        if (combined == null) {
            keepOnDisk(set, one);
        } else {
            combined.addAlone(set, one);
        }
        endedSpills++;
    }

    private Tally tally(int partition, int keyLength, int valueLength) {
        Tally one = new Tally(context.partitions());
        one.add(partition, keyLength, valueLength);
        return one;
    }

    private RunSet write(int partition, byte[] record, int offset, int keyLength, int valueLength)
            throws IOException, InterruptedException {
        long sequence = nextSequence++ << 32;
        Stretch spilling = begin(Phase.SPILL);
        try (DiskBuffer buffer = context.memory().lendDiskBuffer();
                RunFileWriter writer =
                        new RunFileWriter(
                                area, attempt.toString(), context.partitions(), buffer.bytes())) {
            writer.write(
                    partition, record, offset, keyLength, record, offset + keyLength, valueLength);
            RunSet set = new RunSet(attempt.task(), sequence, writer.finish());
            spilling.end(1, keyLength + (long) valueLength);
            return set;
        }
    }

    /** Says that all records of one of Hadoop's spills have been taken. */
    void endSpill() throws IOException, InterruptedException {
        endedSpills++;
        CombinedSpills all = combined;
        if (all == null) {
            return;
        }
        Spill spill = all.end();
        if (all.arrived(spill)) {
            tasks.start(new ChunkTask(guard, () -> {}, () -> all.combine(spill)));
            tasks.awaitUntilWaiting(MAX_WAITING);
        }
    }

    /**
     * Checks that each of Hadoop's spills is one chunk, if equal keys come in Hadoop's order, which
     * sorts a spill as a whole.
     */
    void checkSpills() throws IOException {
        if (spills != null && nextSequence != endedSpills) {
            throw new IOException(
                    "a spill has more records than can be sorted at once; decrease"
                            + " mapreduce.task.io.sort.mb");
        }
    }

    /**
     * Waits until all chunks are processed, and combines or merges them again if they are Hadoop's
     * spills. From now on, no runs leave.
     */
    void finish() throws IOException, InterruptedException {
        endSpill();
        tasks.awaitUntilWaiting(0);
        kept.seal();
        if (combined != null) {
            finish(combined);
        }
        if (spills != null && nextSequence > 1) {
            long sequence = nextSequence++ << Integer.SIZE;
            tasks.start(new ChunkTask(guard, () -> {}, () -> mergeSpills(spills, sequence)));
            tasks.awaitUntilWaiting(0);
        } else if (delivery.wantsSorted()
                && ShortRuns.among(kept.inMergeOrder(), context.partitions())) {
            tasks.start(new ChunkTask(guard, () -> {}, this::mergeShortRuns));
            tasks.awaitUntilWaiting(0);
        }
    }

    private void finish(CombinedSpills all) throws IOException, InterruptedException {
        if (spills == null && all.combineAgain()) {
            long sequence = nextSequence++ << 32;
            tasks.start(new ChunkTask(guard, () -> {}, () -> combineAgain(all, sequence)));
            tasks.awaitUntilWaiting(0);
            return;
        }
        for (Combined spill : all.handOn()) {
            for (RunSet set : spill.sets()) {
                handOn(set);
            }
            if (!spill.sets().isEmpty()) {
                count(spill.tally(), spill.sets().get(0).sequence());
            }
        }
    }

    private void combineAgain(CombinedSpills all, long sequence)
            throws IOException, InterruptedException {
        try (CombinedOutput output = all.combineAll()) {
            guard.check();
            all.closeSets();
            handOnAll(output, sequence);
        }
    }

    private void mergeShortRuns() throws IOException, InterruptedException {
        ShortRuns shortRuns = new ShortRuns(guard, context, area);
        List<RunSet> all = kept.inMergeOrder();
        while (shortRuns.merge(all, (merged, by) -> kept.replace(merged, attempt.task(), by))) {
            all = kept.inMergeOrder();
        }
    }

    private void mergeSpills(Spills all, long sequence) throws IOException, InterruptedException {
        List<RunSet> merged = kept.inMergeOrder();
        try (CombinedOutput output = all.merge(merged, (int) (sequence >>> Integer.SIZE))) {
            guard.check();
            closeSets();
            synchronized (lock) {
                tally = new Tally(context.partitions());
            }
            handOnAll(output, sequence);
        }
    }

    /** Hands all run sets on as files. Called after {@link #finish}. */
    List<PlacedRuns> handOn() throws IOException, InterruptedException {
        spillAll();
        return kept.handOn();
    }

    /**
     * Writes the runs of the partitions from {@code first} to {@code end}, exclusively, in the form
     * that {@link SealedOutput#readFrom} reads. Called after {@link #finish}.
     */
    void writeRuns(int first, int end, boolean compressed, DataOutput out) throws IOException {
        new RunSending(context, store, area, compressed)
                .write(kept.inMergeOrder(), first, end, tally().within(first, end), out);
    }

    private void spillAll() throws IOException, InterruptedException {
        kept.spill(combined == null ? List.of() : combined.sets());
    }

    /** Gives back the attempt's memory once no thread works on it. */
    @Override
    public void close() {
        tasks.close();
        closeSets();
    }

    /** Gives back the run sets so far; may be called from any thread. */
    void closeSets() {
        kept.close();
        if (combined != null) {
            combined.closeSets();
        }
    }

    /** The runs, without those that may be combined again. */
    public KeptRuns kept() {
        return kept;
    }

    /** Records and bytes by partition; stable after {@link #finish}. */
    public Tally tally() {
        synchronized (lock) {
            return tally;
        }
    }

    /** Records that this attempt has spilled so far. */
    long spilledRecords() {
        return kept.spilledRecords() + (combined == null ? 0 : combined.spilledRecords());
    }

    private Stretch begin(Phase phase) {
        return context.trace().begin(phase, attempt.toString());
    }

    private void process(Chunk chunk, long sequence, @Nullable Spill spill)
            throws IOException, InterruptedException {
        boolean sorted = delivery.wantsSorted() || spill != null;
        try {
            if (sorted) {
                sort(chunk, context.keyOrders().get());
                guard.check(); // a slow comparator may get the attempt left behind
            }
            boolean reduced = reducer != null && sorted && reduce(reducer, chunk, sequence);
            if (combined == null || spill == null) {
                if (!reduced) {
                    handOn(chunk, sequence, sorted);
                }
                return;
            }
            if (!reduced) {
                RunSet piece = new RunSet(attempt.task(), sequence, chunk);
                combined.add(spill, piece, chunk.tally().total());
            }
        } catch (Throwable e) {
            chunk.close();
            throw e;
        }
        if (combined.arrived(spill)) {
            combined.combine(spill);
        }
    }

    /**
     * Keeps what the partial reducer makes of a chunk.
     *
     * @return false if the chunk stays as it is, and with its owner
     */
    private boolean reduce(EarlyReducer early, Chunk chunk, long sequence)
            throws IOException, InterruptedException {
        Reduced reduced = early.reduce(chunk, sequence + 1, combined != null);
        if (reduced == null) {
            return false;
        }
        try (CombinedParts parts = reduced.parts()) {
            guard.check();
            count(parts.tally(), sequence);
            for (RunSet set : parts.sets()) {
                kept.addSpilled(set.recordsOnDisk());
                kept.keep(set);
            }
            parts.taken();
        }
        RunSet rest = new RunSet(attempt.task(), sequence, chunk);
        if (rest.consume(reduced.partitions())) {
            rest.close();
        } else {
            count(chunk.tally().without(reduced.partitions()), sequence);
            kept.keep(rest);
        }
        return true;
    }

    private void handOnAll(CombinedOutput combined, long firstSequence)
            throws IOException, InterruptedException {
        long sequence = firstSequence;
        for (Part part = combined.next(); part != null; part = combined.next()) {
            if (part instanceof InMemory resident) {
                handOn(resident.chunk(), sequence++, true);
            } else if (part instanceof OnDisk disk) {
                keepOnDisk(new RunSet(attempt.task(), sequence++, disk.file()), disk.tally());
            }
        }
    }

    /** Takes over a set on disk whose records this attempt has not counted yet. */
    private void keepOnDisk(RunSet set, Tally records) {
        count(records, set.sequence());
        kept.addSpilled(records.total().records());
        kept.keep(set);
    }

    private void count(Tally records, long sequence) {
        synchronized (lock) {
            tally.add(records);
        }
        if (spills != null) {
            spills.add(sequence, records);
        }
    }

    private void sort(Chunk chunk, KeyOrder order) throws IOException {
        Stretch sorting = begin(Phase.SORT);
        if (spills == null) {
            chunk.sort(order);
        } else {
            chunk.sortAsHadoop(order);
        }
        if (combined == null) {
            chunk.arrange(memory);
        }
        sorting.end(chunk.records(), chunk.bytes());
    }

    /** Takes over {@code chunk}. */
    private void handOn(Chunk chunk, long sequence, boolean sorted)
            throws IOException, InterruptedException {
        count(chunk.tally(), sequence);
        deliver(chunk, sequence, sorted);
    }

    /** Hands a combined set on, whose records are counted, or will be. */
    private void handOn(RunSet set) throws IOException, InterruptedException {
        Chunk resident = delivery.wantsSorted() ? null : set.handOnChunk();
        if (resident == null) {
            kept.hold(set);
        } else {
            store.close(set);
            deliver(resident, set.sequence(), true);
        }
    }

    /** Takes over {@code chunk}, whose records are counted. */
    private void deliver(Chunk chunk, long sequence, boolean sorted)
            throws IOException, InterruptedException {
        int rest = delivery.accept(attempt, sequence, chunk, sorted);
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
            chunk.shrink(memory);
            kept.keep(new RunSet(attempt.task(), sequence, chunk));
            return;
        }
        Stretch spilling = begin(Phase.SPILL);
        RunFile file =
                RunSet.write(
                        chunk,
                        partition -> partition >= rest,
                        area,
                        attempt.toString(),
                        context.partitions(),
                        context.memory());
        long records = chunk.tally().from(rest).records();
        spilling.end(records, file.bytes());
        kept.addSpilled(records);
        kept.keep(new RunSet(attempt.task(), sequence, file));
        chunk.close();
    }
}
