package io.millrace.engine.shuffle;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.PartialReduceMode;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.run.RunStore;
import io.millrace.engine.run.SpillCost;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.delivery.ChunkDelivery;
import io.millrace.engine.shuffle.delivery.StreamBlock;
import io.millrace.engine.shuffle.input.HadoopOpener;
import io.millrace.engine.shuffle.input.PartitionInput;
import io.millrace.engine.shuffle.input.PartitionOpener;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.shuffle.output.MapOutputOpener;
import io.millrace.engine.shuffle.partial.PartialBatch;
import io.millrace.engine.shuffle.partial.ReduceStage;
import io.millrace.engine.shuffle.partial.UsefulWork;
import io.millrace.engine.shuffle.partial.WaitingRuns;
import io.millrace.engine.shuffle.remote.LentPartition;
import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.shuffle.remote.ReceivedOutput;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.shuffle.remote.StagedOutput;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.ties.HadoopTerms;
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
import org.jspecify.annotations.Nullable;

/**
 * The shuffle of one job: opens outputs of attempts, records what was published, and opens
 * partitions. Thread-safe.
 */
final class JobShuffle implements Shuffle {

    private final ShuffleContext context;
    private final ChunkDelivery delivery;
    private final SpillArea area;
    private final RunStore store;
    private final UsefulWork work;
    private final MapOutputOpener mapOutputs;
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
        this.area = context.area();
        SpillCost cost = new SpillCost();
        this.store =
                new RunStore(context.partitions(), context.memory(), area, context.trace(), cost);
        this.tally = new Tally(context.partitions());
        boolean reduces =
                context.plan().value(EngineKeys.PARTIAL_REDUCE) != PartialReduceMode.NEVER;
        this.work =
                new UsefulWork(
                        context.job().name(),
                        context.partitions(),
                        reduces ? context.plan().value(EngineKeys.PARTIAL_RATIO) : 0,
                        cost);
        this.mapOutputs = new MapOutputOpener(context, delivery, area, store, work, this::publish);
    }

    @Override
    public MapOutput openMapOutput(AttemptGuard guard, @Nullable Combiner combiner)
            throws IOException, InterruptedException {
        return mapOutputs.open(guard, combiner);
    }

    @Override
    public StagedOutput stage(SealedOutput output) {
        context.checkMayLeaveProcess();
        List<RunSet> sets = new ArrayList<>(output.runs().size());
        for (PlacedRuns each : output.runs()) {
            sets.add(new RunSet(each.task(), each.sequence(), each.runs()));
        }
        sets.forEach(store::add);
        return new StagedOutput(store, sets, output.tally(), this::publish);
    }

    /** Publishes what an attempt that is committed here has put out. */
    private void publish(AttemptId attempt, List<RunSet> kept, Tally records) {
        synchronized (lock) {
            committed.put(attempt.task(), attempt);
            published.addAll(kept);
            tally.add(records);
            if (context.job().hadoop() != null) {
                outputs.put(attempt.task(), records);
            }
        }
    }

    /** Publishes what an attempt has put out in another process. */
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
        context.checkMayLeaveProcess();
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
        context.checkMayLeaveProcess();
        return opener(guard).lend(publishedInOrder(), blocksFor(guard));
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
        int codedLeft = PartialBatch.mostCoded(context.memory());
        long bytes = 0;
        synchronized (lock) {
            if (mapsEnded) {
                return null;
            }
            for (RunSet set : published) {
                long resident = set.spillableBytes();
                if (set.rounds() != rounds
                        || resident == 0
                        || (taken.size() >= 2 && bytes + resident > mostBytes)
                        || reducing.contains(set)
                        || !set.hasRecordsBeside(off)) {
                    continue;
                }
                if (set.pinIfInMemory()) {
                    taken.add(set);
                    bytes += resident;
                } else if (codedLeft > 0 && set.pinIfCodedInMemory()) {
                    taken.add(set);
                    bytes += resident;
                    codedLeft--;
                }
            }
            reducing.addAll(taken);
        }
        taken.sort(RunSet.MERGE_ORDER);
        PartialBatch batch =
                new PartialBatch(context, taken, bytes, work, this::replace, this::release);
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
        HadoopTerms hadoop = context.job().hadoop();
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
}
