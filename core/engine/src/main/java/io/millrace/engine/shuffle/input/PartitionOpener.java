package io.millrace.engine.shuffle.input;

import io.millrace.engine.memory.DiskBuffer;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.merge.AheadCursor;
import io.millrace.engine.merge.PartitionMerge;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.MemorySize;
import io.millrace.engine.plan.MergeMode;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.Place;
import io.millrace.engine.run.Run;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.run.RunSet.CodedRun;
import io.millrace.engine.shuffle.context.Resources;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.delivery.StreamBlock;
import io.millrace.engine.shuffle.remote.LentPartition;
import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Prepares one partition for its reduce attempt, here or in another process: takes memory, pins
 * runs in memory, sorts unsorted pushed blocks, and merges. Used once, on the reduce thread;
 * sorting runs on the sort pool.
 */
public final class PartitionOpener {

    /** The slabs set aside for a slot, without the one for an index: the rest is for buffers. */
    private static final int BUFFER_SLABS = MemorySize.SLABS_OF_A_SLOT - 1;

    private final ShuffleContext context;
    private final SpillArea area;
    private final AttemptGuard guard;
    private final Runnable whenUnpinned;
    private final MemoryAccount memory;

    /** Closed with the cursor, or when opening fails. */
    private final Resources resources = new Resources();

    /** Closed after the cursor: an attempt that is left behind may still write to these buffers. */
    private final Resources buffersHeld = new Resources();

    private final List<Slab> buffers = new ArrayList<>();

    /** For sorting pieces when memory runs out; null if there are no pieces. */
    private @Nullable Slab index;

    private long spilledRecords;

    public PartitionOpener(
            ShuffleContext context, SpillArea area, AttemptGuard guard, Runnable whenUnpinned) {
        this.context = context;
        this.area = area;
        this.guard = guard;
        this.whenUnpinned = whenUnpinned;
        this.memory = context.account(MemoryUse.MERGE);
    }

    /**
     * Opens the partition of the attempt's task.
     *
     * @param sets run sets of published attempts, in merge order
     * @param blocks blocks of published attempts in shared streams, in merge order
     */
    public PartitionInput open(List<RunSet> sets, List<StreamBlock> blocks)
            throws IOException, InterruptedException {
        boolean opened = false;
        try {
            takeFloor(!sets.isEmpty() || !blocks.isEmpty(), !blocks.isEmpty());
            List<Run> runs = runsOf(gather(sets, blocks, List.of()));
            RecordCursor records = ahead(merge(runs, resources), context, guard, buffersHeld);
            opened = true;
            return new PartitionInput(records, () -> {}, buffersHeld, spilledRecords);
        } finally {
            if (!opened) {
                close();
            }
        }
    }

    private void close() throws IOException {
        try (buffersHeld) {
            resources.close();
        }
    }

    /**
     * Lends the partition of the attempt's task. Parameters as for {@link #open}.
     *
     * <p>Coded runs stay in place. Records that lie between two coded runs are written to a file as
     * one run, so that equal keys stay in order.
     */
    public LentPartition lend(List<RunSet> sets, List<StreamBlock> blocks)
            throws IOException, InterruptedException {
        LentPartition lent = new LentPartition(whenUnpinned);
        boolean whole = false;
        try {
            // Only what is copied takes memory; coded runs are read where they are, by the
            // borrower.
            boolean copies = sets.stream().anyMatch(set -> set.source() == null);
            takeFloor(copies || !blocks.isEmpty(), !blocks.isEmpty());
            List<RunSet> resident = new ArrayList<>();
            for (RunSet set : sets) {
                if (!lent.lend(set, guard.attempt().task())) {
                    resident.add(set);
                }
            }
            // The borrower merges runs in the order of their places, and a copy has one place: its
            // first run's. Records on both sides of a coded run must not be in the same copy, since
            // those of the later side would come before equal keys of the coded run.
            List<Place> barriers = lent.runs().stream().map(PlacedRuns::place).toList();
            List<PlacedRun> placed = gather(resident, blocks, barriers);
            // Each stretch of runs without a barrier inside becomes one copy.
            int from = 0;
            for (int to = 1; to <= placed.size(); to++) {
                if (to == placed.size() || barrierBetween(placed, to - 1, barriers)) {
                    lendCopy(placed.subList(from, to), lent);
                    from = to;
                }
            }
            assert from == placed.size() : "a run is in no copy";
            lent.addSpilled(spilledRecords);
            whole = true;
            return lent;
        } finally {
            // Buffers and pins are for the copies, which are complete or useless now. What was lent
            // stays pinned until the borrower closes it, unless lending has failed.
            Closeable unfinished = whole ? () -> {} : lent;
            try (unfinished) {
                close();
            }
        }
    }

    private static boolean barrierBetween(List<PlacedRun> placed, int run, List<Place> barriers) {
        Place before = placed.get(run).place();
        Place after = placed.get(run + 1).place();
        return barriers.stream()
                .anyMatch(place -> place.compareTo(before) > 0 && place.compareTo(after) < 0);
    }

    private void lendCopy(List<PlacedRun> placed, LentPartition lent)
            throws IOException, InterruptedException {
        String who = guard.attempt().toString();
        OpenSpan spilling = context.trace().begin(Phase.SPILL, who);
        try (RecordCursor records = merge(runsOf(placed), () -> {})) {
            RunFile copy = write(records, who);
            lent.lendCopy(placed.get(0).place(), copy, guard.attempt().task());
            spilling.end(copy.records(), copy.bytes());
        }
    }

    private RunFile write(RecordCursor records, String who)
            throws IOException, InterruptedException {
        try (DiskBuffer buffer = context.memory().lendDiskBuffer();
                RunFileWriter writer =
                        new RunFileWriter(area, who, context.partitions(), buffer.bytes())) {
            writer.writeAll(records, guard.attempt().task());
            return writer.finish();
        }
    }

    /**
     * Takes the minimum of memory. This comes first, while the attempt does not yet pin memory that
     * others could reclaim; pinning follows.
     *
     * @param reads whether any runs are read
     * @param sorts whether any blocks are sorted
     */
    private void takeFloor(boolean reads, boolean sorts) throws InterruptedException {
        if (sorts) {
            index =
                    own(
                            context.account(MemoryUse.SORT_INDEX)
                                    .take(SlabKind.HEAP, 1, memory.slabBytes())
                                    .get(0),
                            resources);
        }
        if (reads) {
            memory.take(SlabKind.HEAP, firstBuffers(), memory.diskBufferBytes())
                    .forEach(slab -> buffers.add(own(slab, buffersHeld)));
        }
    }

    /**
     * The runs of the partition, in merge order; valid while the resources are held.
     *
     * @param barriers places of other runs of the partition
     */
    private List<PlacedRun> gather(
            List<RunSet> sets, List<StreamBlock> blocks, List<Place> barriers)
            throws IOException, InterruptedException {
        sets.forEach(RunSet::pin);
        resources.add(() -> {
            sets.forEach(RunSet::unpin);
            whenUnpinned.run();
        });
        List<PlacedRun> placed = new ArrayList<>();
        for (RunSet set : sets) {
            Run run = set.run(guard.attempt().task());
            if (run != null) {
                placed.add(new PlacedRun(new Place(set.task(), set.sequence()), run));
            }
        }
        Slab indexOfPieces = index;
        if (indexOfPieces != null) {
            List<Place> all = new ArrayList<>(barriers);
            placed.forEach(run -> all.add(run.place()));
            PieceSorter pieces = new PieceSorter(context, area, guard, indexOfPieces, resources);
            placed.addAll(pieces.sort(blocks, all));
            spilledRecords += pieces.spilledRecords();
        }
        // A stable sort: pieces of one block, which share a place, stay in order.
        placed.sort(Comparator.comparing(PlacedRun::place));
        return placed;
    }

    private static List<Run> runsOf(List<PlacedRun> placed) {
        return placed.stream().map(PlacedRun::run).toList();
    }

    /**
     * As many buffers as fit the slot's own memory: once attempts have pinned their runs, there may
     * be no more memory, and few buffers mean many passes.
     */
    private int firstBuffers() {
        int fitting = BUFFER_SLABS * memory.slabBytes() / memory.diskBufferBytes();
        return Math.min(fitting, context.plan().value(EngineKeys.MERGE_FACTOR));
    }

    /**
     * Merges runs, in merge order.
     *
     * @param whenClosed closed with the cursor
     */
    private RecordCursor merge(List<Run> runs, Closeable whenClosed)
            throws IOException, InterruptedException {
        int coded = 0;
        for (Run run : runs) {
            if (run instanceof CodedRun each) {
                coded++;
                spilledRecords += each.recordsOnDisk();
            }
        }
        int wanted = Math.min(coded, context.plan().value(EngineKeys.MERGE_FACTOR));
        while (buffers.size() < wanted) {
            Slab more = memory.tryTake(SlabKind.HEAP, memory.diskBufferBytes());
            if (more == null) {
                break;
            }
            buffers.add(own(more, buffersHeld));
        }
        KeyOrder order = context.keyOrders().get();
        PartitionMerge merge = new PartitionMerge(order, buffers, area, guard, context.memory());
        resources.add(merge);
        RecordCursor cursor = merge.open(runs, whenClosed);
        spilledRecords += merge.spilledRecords();
        return cursor;
    }

    /** Merges ahead of the reducer, if the plan says so and there is memory. */
    static RecordCursor ahead(
            RecordCursor cursor, ShuffleContext context, AttemptGuard guard, Resources buffers)
            throws InterruptedException {
        if (context.plan().value(EngineKeys.MERGE_MODE) != MergeMode.AHEAD) {
            return cursor;
        }
        MemoryAccount memory = context.account(MemoryUse.MERGE);
        List<Slab> slabs =
                memory.tryTake(SlabKind.HEAP, AheadCursor.SLABS, memory.diskBufferBytes());
        slabs.forEach(slab -> own(slab, buffers));
        Executor threads = work -> context.sorters().execute(guard, work);
        return slabs.isEmpty() ? cursor : new AheadCursor(cursor, slabs, threads, guard);
    }

    private static Slab own(Slab slab, Resources owner) {
        owner.add(slab::close);
        return slab;
    }
}
