package io.millrace.engine.shuffle;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.collect.TableSink;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.CollectorKind;
import io.millrace.engine.plan.CombineMode;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.PartialReduceMode;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.Combiner.Accumulator;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.ties.HadoopTerms;
import io.millrace.engine.ties.SpillRing;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The shuffle of one job: opens outputs of attempts, records what was published, and opens
 * partitions. Thread-safe.
 */
final class JobShuffle implements Shuffle {

    /** Initial slabs of an attempt: index and data. */
    private static final int APPEND_SLABS = 2;

    private final ShuffleContext context;
    private final ChunkDelivery delivery;
    private final SpillArea area;
    private final RunStore store;
    private final UsefulWork work;
    private final Object lock = new Object();

    /** The published attempt of each map task. */
    @GuardedBy("lock")
    private final Map<Integer, AttemptId> committed = new HashMap<>();

    @GuardedBy("lock")
    private final List<RunSet> published = new ArrayList<>();

    /** By map task; filled only if equal keys come in Hadoop's order. */
    @GuardedBy("lock")
    private final SortedMap<Integer, Tally> outputs = new TreeMap<>();

    @GuardedBy("lock")
    private final Tally tally;

    /** Run sets that a partial reduce works on. */
    @GuardedBy("lock")
    private final Set<RunSet> reducing = new HashSet<>();

    @GuardedBy("lock")
    private boolean mapsEnded;

    JobShuffle(ShuffleContext context, ChunkDelivery delivery) {
        this.context = context;
        this.delivery = delivery;
        this.area = new SpillArea(context.spillDirectories(), context.spillCoding());
        SpillCost cost = new SpillCost();
        this.store =
                new RunStore(context.partitions(), context.memory(), area, context.trace(), cost);
        this.tally = new Tally(context.partitions());
        boolean reduces =
                context.plan().value(EngineKeys.PARTIAL_REDUCE) != PartialReduceMode.NEVER;
        this.work =
                new UsefulWork(
                        context.job(),
                        context.partitions(),
                        reduces ? context.plan().value(EngineKeys.PARTIAL_RATIO) : 0,
                        cost);
    }

    @Override
    public MapOutput openMapOutput(AttemptGuard guard, @Nullable Combiner combiner)
            throws IOException, InterruptedException {
        Plan plan = context.plan();
        Combiner used = combiner == null || !runs(combiner, plan) ? null : combiner;
        CollectorKind collector = plan.value(EngineKeys.COLLECTOR);
        Accumulator accumulator =
                used != null && collector == CollectorKind.HASH ? used.openAccumulator() : null;
        boolean table = accumulator != null || collector == CollectorKind.GROUP;
        ChunkCombiner chunkCombiner =
                used == null || used.isPartial() || accumulator != null
                        ? null
                        : new ChunkCombiner(guard, used, context, area);
        HadoopTerms hadoop = context.hadoop();
        Spills spills =
                hadoop == null ? null : new Spills(guard, context, hadoop, area, chunkCombiner);
        Combiner partial = combiner == null ? null : combiner.partialReducer();
        EarlyReducer reducer =
                partial == null || !runs(partial, plan) || accumulator != null
                        ? null
                        : new EarlyReducer(guard, partial, context, area, work);
        ChunkedOutput chunks =
                new ChunkedOutput(
                        guard, context, delivery, store, area, chunkCombiner, reducer, spills);
        boolean sorts = delivery.wantsSorted() || chunkCombiner != null;
        KeyOrder prefixes = sorts ? context.keyOrders().get() : null;
        MemoryAccount memory = context.account(MemoryUse.MAP_OUTPUT);
        MemoryAccount tables = context.account(MemoryUse.TABLE);
        SlabKind kind = plan.value(EngineKeys.SLAB_KIND);
        // The table compares keys byte by byte, so it is on the heap.
        List<Slab> slabs = new ArrayList<>();
        try {
            if (table) {
                slabs.addAll(tables.take(SlabKind.HEAP, TableSink.MIN_SLABS, memory.slabBytes()));
            }
            List<Slab> tableSlabs = List.copyOf(slabs);
            slabs.addAll(memory.take(kind, APPEND_SLABS, memory.slabBytes()));
            ChunkWriter writer =
                    new ChunkWriter(
                            memory,
                            kind,
                            context.partitions(),
                            prefixes,
                            hadoop == null
                                    ? Math.toIntExact(plan.value(EngineKeys.SORT_SPLIT))
                                    : Integer.MAX_VALUE,
                            chunks,
                            slabs.subList(tableSlabs.size(), slabs.size()));
            if (hadoop != null) {
                RingSink ring = new RingSink(writer, chunks, new SpillRing(hadoop));
                return new Output(guard, chunks, writer, ring, null);
            }
            TableSink sink =
                    table
                            ? new TableSink(
                                    tables,
                                    tableSlabs,
                                    accumulator,
                                    accumulator == null
                                            || plan.value(EngineKeys.COMBINE) != CombineMode.ALWAYS,
                                    accumulator == null
                                            ? plan.value(EngineKeys.SORT_SPLIT)
                                            : Long.MAX_VALUE,
                                    writer)
                            : null;
            return new Output(guard, chunks, writer, sink == null ? writer : sink, sink);
        } catch (Throwable e) {
            slabs.forEach(Slab::close);
            throw e;
        }
    }

    private static boolean runs(Combiner combiner, Plan plan) {
        return combiner.isPartial()
                ? plan.value(EngineKeys.PARTIAL_REDUCE) != PartialReduceMode.NEVER
                : plan.value(EngineKeys.COMBINE) != CombineMode.NEVER;
    }

    @Override
    public StagedOutput stage(SealedOutput output) {
        checkMayLeaveProcess();
        List<RunSet> sets = new ArrayList<>(output.runs().size());
        for (PlacedRuns each : output.runs()) {
            sets.add(new RunSet(each.task(), each.sequence(), each.runs()));
        }
        sets.forEach(store::add);
        return new StagedOutput(store, sets, output.tally(), this::publish);
    }

    private void publish(List<RunSet> sets, Tally records) {
        synchronized (lock) {
            published.addAll(sets);
            tally.add(records);
        }
        sets.forEach(store::add);
    }

    @Override
    public ReceivedOutput receive(int task, RecordCursor sorted, boolean toDisk)
            throws IOException, InterruptedException {
        checkMayLeaveProcess();
        return ReceivedOutput.of(context, area, task, sorted, toDisk, this::publish);
    }

    @Override
    public long moveToDisk(AttemptGuard guard, long keepBytes)
            throws IOException, InterruptedException {
        List<RunSet> taken = takeForDisk(keepBytes);
        try {
            if (taken.isEmpty()) {
                return 0;
            }
            RunFile file = new DiskMerge(context, area, guard).of(taken);
            RunSet first = taken.get(0);
            RunSet merged = new RunSet(first.task(), first.sequence(), file);
            BitSet all = new BitSet();
            all.set(0, context.partitions());
            synchronized (lock) {
                taken.forEach(set -> set.consume(all));
                published.removeAll(taken);
                published.add(merged);
            }
            store.add(merged);
            taken.forEach(store::close);
            return file.records();
        } finally {
            release(taken);
        }
    }

    private List<RunSet> takeForDisk(long keepBytes) {
        List<RunSet> taken = new ArrayList<>();
        synchronized (lock) {
            long left = published.stream().mapToLong(RunSet::spillableBytes).sum();
            for (RunSet set : published) {
                long resident = set.spillableBytes();
                if ((keepBytes == 0 || left > keepBytes)
                        && (mapsEnded || !reducing.contains(set))
                        && set.pinIfInMemory()) {
                    taken.add(set);
                    left -= resident;
                }
            }
            reducing.addAll(taken);
        }
        taken.sort(RunSet.MERGE_ORDER);
        return taken;
    }

    @Override
    public LentPartition lend(AttemptGuard guard) throws IOException, InterruptedException {
        checkMayLeaveProcess();
        return opener(guard).lend(publishedInOrder(), blocksFor(guard));
    }

    private void checkMayLeaveProcess() {
        if (context.hadoop() != null) {
            throw new IllegalStateException(
                    "job "
                            + context.job()
                            + " uses Hadoop's order of equal keys, so all its attempts must run in one"
                            + " process");
        }
    }

    private PartitionOpener opener(AttemptGuard guard) {
        return new PartitionOpener(context, area, guard, store::unpinned);
    }

    private List<StreamBlock> blocksFor(AttemptGuard guard) {
        return delivery.blocks(guard.attempt().task(), this::isCommitted);
    }

    private List<RunSet> publishedInOrder() {
        List<RunSet> sets;
        synchronized (lock) {
            sets = new ArrayList<>(published);
        }
        sets.sort(RunSet.MERGE_ORDER);
        return sets;
    }

    @Override
    public void endMaps() {
        synchronized (lock) {
            mapsEnded = true;
        }
    }

    @Override
    public UsefulWork usefulWork() {
        return work;
    }

    @Override
    public WaitingRuns waiting(int rounds) {
        BitSet off = work.off(ReduceStage.after(rounds));
        Set<Integer> tasks = new HashSet<>();
        long bytes = 0;
        synchronized (lock) {
            for (RunSet set : published) {
                long resident = set.spillableBytes();
                if (resident > 0
                        && set.rounds() == rounds
                        && !reducing.contains(set)
                        && set.hasRecordsBeside(off)) {
                    tasks.add(set.task());
                    bytes += resident;
                }
            }
        }
        return new WaitingRuns(tasks.size(), bytes);
    }

    @Override
    public @Nullable PartialBatch openBatch(int rounds, long mostBytes) {
        List<RunSet> taken = new ArrayList<>();
        BitSet off = work.off(ReduceStage.after(rounds));
        long bytes = 0;
        synchronized (lock) {
            if (mapsEnded) {
                return null;
            }
            for (RunSet set : published) {
                long resident = set.spillableBytes();
                if (set.rounds() == rounds
                        && resident > 0
                        && (taken.size() < 2 || bytes + resident <= mostBytes)
                        && !reducing.contains(set)
                        && set.hasRecordsBeside(off)
                        && set.pinIfInMemory()) {
                    taken.add(set);
                    bytes += resident;
                }
            }
            reducing.addAll(taken);
        }
        taken.sort(RunSet.MERGE_ORDER);
        PartialBatch batch =
                new PartialBatch(context, area, taken, bytes, work, this::replace, this::release);
        if (taken.size() > 1) {
            return batch;
        }
        batch.close();
        return null;
    }

    /** Has {@code by} in the place of these partitions of the sets. */
    private boolean replace(List<RunSet> sets, BitSet partitions, List<RunSet> by) {
        List<RunSet> empty = new ArrayList<>();
        synchronized (lock) {
            if (mapsEnded) {
                return false;
            }
            for (RunSet set : sets) {
                if (set.consume(partitions)) {
                    empty.add(set);
                }
            }
            published.removeAll(empty);
            published.addAll(by);
        }
        by.forEach(store::add);
        empty.forEach(store::close);
        return true;
    }

    private void release(List<RunSet> sets) {
        synchronized (lock) {
            sets.forEach(reducing::remove);
        }
        sets.forEach(RunSet::unpin);
        store.unpinned();
    }

    @Override
    public PartitionInput openPartition(AttemptGuard guard, @Nullable Combiner combiner)
            throws IOException, InterruptedException {
        List<RunSet> sets = publishedInOrder();
        HadoopTerms hadoop = context.hadoop();
        if (hadoop != null) {
            return new HadoopOpener(context, hadoop, area, guard, combiner)
                    .open(sets, outputsSoFar());
        }
        return opener(guard).open(sets, blocksFor(guard));
    }

    private SortedMap<Integer, Tally> outputsSoFar() {
        synchronized (lock) {
            return new TreeMap<>(outputs);
        }
    }

    private boolean isCommitted(AttemptId attempt) {
        synchronized (lock) {
            return attempt.equals(committed.get(attempt.task()));
        }
    }

    @Override
    public OutputStatistics statistics(int partition) {
        synchronized (lock) {
            return tally.of(partition);
        }
    }

    @Override
    public void close() {
        store.close();
        delivery.close();
    }

    /** The output of one attempt. */
    private final class Output implements MapOutput {

        private final AttemptGuard guard;
        private final ChunkedOutput chunks;
        private final ChunkWriter writer;
        private final RecordSink sink;
        private final @Nullable TableSink table;

        Output(
                AttemptGuard guard,
                ChunkedOutput chunks,
                ChunkWriter writer,
                RecordSink sink,
                @Nullable TableSink table) {
            this.guard = guard;
            this.chunks = chunks;
            this.writer = writer;
            this.sink = sink;
            this.table = table;
        }

        @Override
        public RecordSink sink() {
            return sink;
        }

        @Override
        public void finish() throws IOException, InterruptedException {
            guard.check();
            if (table != null) {
                table.finish();
            }
            writer.finish();
            chunks.finish();
        }

        @Override
        public SealedOutput seal() throws IOException, InterruptedException {
            List<PlacedRuns> runs = chunks.handOn();
            return new SealedOutput(runs, chunks.tally(), chunks.spilledRecords());
        }

        @Override
        public long writePart(int first, int end, boolean compressed, DataOutput out)
                throws IOException {
            checkMayLeaveProcess();
            chunks.writeRuns(first, end, compressed, out);
            return chunks.tally().within(first, end).total().bytes();
        }

        @Override
        public void whenKept(LongConsumer listener) {
            chunks.whenKept(listener);
        }

        @Override
        public @Nullable LeavingRuns takeBlock(long leastBytes) {
            checkMayLeaveProcess();
            return chunks.takeBlock(leastBytes);
        }

        @Override
        public void publish() {
            synchronized (lock) {
                committed.put(guard.attempt().task(), guard.attempt());
                published.addAll(chunks.snapshot());
                tally.add(chunks.tally());
                if (context.hadoop() != null) {
                    outputs.put(guard.attempt().task(), chunks.tally());
                }
            }
            chunks.handedOn();
        }

        @Override
        public void close() {
            if (table != null) {
                table.close();
            }
            writer.close();
            chunks.close();
        }

        @Override
        public void abandon() {
            chunks.closeSets();
        }

        @Override
        public Tally tally() {
            return chunks.tally();
        }

        @Override
        public long spilledRecords() {
            return chunks.spilledRecords();
        }
    }
}
