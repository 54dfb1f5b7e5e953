package io.millrace.engine.shuffle;

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
import io.millrace.engine.run.Run;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.run.RunSet.DiskRun;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.task.AttemptGuard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Makes one partition ready for its reduce attempt: takes memory, pins what is in memory, sorts
 * what was pushed unsorted, and merges. Used once, on the reduce thread; sorting goes to the sort
 * pool.
 */
final class PartitionOpener {

    /** Of the slabs that are set aside for a slot, those that an index leaves to buffers. */
    private static final int BUFFER_SLABS = MemorySize.SLABS_OF_A_SLOT - 1;

    private final ShuffleContext context;
    private final SpillArea area;
    private final AttemptGuard guard;
    private final Runnable whenUnpinned;
    private final MemoryAccount memory;
    private final KeyOrder order;

    /** Given back when the cursor is closed or opening fails. */
    private final Resources resources = new Resources();

    /** Given back after the cursor: an attempt that is left behind may still write to them. */
    private final Resources buffersHeld = new Resources();

    private long spilledRecords;

    PartitionOpener(
            ShuffleContext context, SpillArea area, AttemptGuard guard, Runnable whenUnpinned) {
        this.context = context;
        this.area = area;
        this.guard = guard;
        this.whenUnpinned = whenUnpinned;
        this.memory = context.account(MemoryUse.MERGE);
        this.order = context.keyOrders().get();
    }

    /**
     * Opens the partition of the attempt's task.
     *
     * @param sets run sets of published attempts, in merge order
     * @param blocks blocks of published attempts in shared streams, in merge order
     */
    PartitionInput open(List<RunSet> sets, List<StreamBlock> blocks)
            throws IOException, InterruptedException {
        boolean opened = false;
        try {
            // Memory first, while this attempt keeps nobody from reclaiming any; then the pins.
            Slab index = blocks.isEmpty() ? null : own(takeIndex(), resources);
            List<Slab> buffers = new ArrayList<>();
            if (!sets.isEmpty() || index != null) {
                memory.take(SlabKind.HEAP, firstBuffers(), memory.diskBufferBytes())
                        .forEach(slab -> buffers.add(own(slab, buffersHeld)));
            }
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
            if (index != null) {
                List<Place> barriers = placed.stream().map(PlacedRun::place).toList();
                PieceSorter pieces = new PieceSorter(context, area, guard, index, resources);
                placed.addAll(pieces.sort(blocks, barriers));
                spilledRecords += pieces.spilledRecords();
            }
            RecordCursor records = merge(placed, buffers);
            opened = true;
            return new PartitionInput(records, () -> {}, buffersHeld, spilledRecords);
        } finally {
            if (!opened) {
                try (buffersHeld) {
                    resources.close();
                }
            }
        }
    }

    private Slab takeIndex() throws InterruptedException {
        return context.account(MemoryUse.SORT_INDEX)
                .take(SlabKind.HEAP, 1, memory.slabBytes())
                .get(0);
    }

    /**
     * All that the slot's own memory has room for: once this and other attempts have pinned what is
     * in memory, there may be no more, and few buffers mean many passes.
     */
    private int firstBuffers() {
        int fitting = BUFFER_SLABS * memory.slabBytes() / memory.diskBufferBytes();
        return Math.min(fitting, context.plan().value(EngineKeys.MERGE_FACTOR));
    }

    private RecordCursor merge(List<PlacedRun> placed, List<Slab> buffers)
            throws IOException, InterruptedException {
        // Stable: pieces of one block, which share a place, stay in their order.
        placed.sort(Comparator.comparing(PlacedRun::place));
        List<Run> runs = placed.stream().map(PlacedRun::run).toList();
        int onDisk = 0;
        for (Run run : runs) {
            if (run instanceof DiskRun disk) {
                onDisk++;
                spilledRecords += disk.file().records(disk.partition());
            }
        }
        int wanted = Math.min(onDisk, context.plan().value(EngineKeys.MERGE_FACTOR));
        while (buffers.size() < wanted) {
            Slab more = memory.tryTake(SlabKind.HEAP, memory.diskBufferBytes());
            if (more == null) {
                break;
            }
            buffers.add(own(more, buffersHeld));
        }
        PartitionMerge merge = new PartitionMerge(order, buffers, area, guard, context.memory());
        resources.add(merge);
        RecordCursor cursor = merge.open(runs, resources);
        spilledRecords += merge.spilledRecords();
        return ahead(cursor, context, guard, buffersHeld);
    }

    /** Has the records merged ahead of the reducer, if the plan says so and there is memory. */
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
