package io.millrace.engine.shuffle;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.merge.PartitionMerge;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.Run;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.run.RunSet.DiskRun;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.Phase;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Makes one partition ready for its reduce attempt: takes memory, pins what is in memory, sorts
 * what was pushed unsorted, and merges. Used once, on the reduce thread; sorting goes to the sort
 * pool.
 */
final class PartitionOpener {

    private static final int MIN_BUFFERS = 2;

    private final ShuffleContext context;
    private final SpillArea area;
    private final AttemptGuard guard;
    private final Runnable whenUnpinned;
    private final MemoryBudget memory;
    private final KeyOrder order;

    /**
     * Given back in the order in which it was taken, when the cursor is closed or opening fails.
     */
    private final Deque<Closeable> resources = new ArrayDeque<>();

    private long spilledRecords;

    PartitionOpener(
            ShuffleContext context, SpillArea area, AttemptGuard guard, Runnable whenUnpinned) {
        this.context = context;
        this.area = area;
        this.guard = guard;
        this.whenUnpinned = whenUnpinned;
        this.memory = context.memory();
        this.order = context.keyOrders().get();
    }

    /**
     * Opens the partition of the attempt's task.
     *
     * @param sets run sets of published attempts, in merge order
     * @param blocks blocks of published attempts in shared streams, in merge order
     */
    PartitionInput open(List<RunSet> sets, List<Block> blocks)
            throws IOException, InterruptedException {
        boolean opened = false;
        try {
            // Memory first, while this attempt keeps nobody from reclaiming any; then the pins.
            Slab index =
                    blocks.isEmpty()
                            ? null
                            : own(memory.take(SlabKind.HEAP, 1, memory.slabBytes()).get(0));
            List<Slab> buffers = new ArrayList<>();
            if (!sets.isEmpty() || index != null) {
                memory.take(SlabKind.HEAP, MIN_BUFFERS, memory.diskBufferBytes())
                        .forEach(slab -> buffers.add(own(slab)));
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
                PieceSorter pieces =
                        new PieceSorter(
                                context, area, guard.attempt().toString(), index, resources);
                placed.addAll(pieces.sort(blocks, barriers));
                spilledRecords += pieces.spilledRecords();
            }
            RecordCursor records = merge(placed, buffers);
            opened = true;
            return new PartitionInput(records, spilledRecords);
        } finally {
            if (!opened) {
                giveBack();
            }
        }
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
        int wanted = Math.min(onDisk, context.plan().mergeFactor().value());
        while (buffers.size() < wanted) {
            Slab more = memory.tryTake(SlabKind.HEAP, memory.diskBufferBytes());
            if (more == null) {
                break;
            }
            buffers.add(own(more));
        }
        long start = System.nanoTime();
        PartitionMerge merge = new PartitionMerge(order, buffers, area, guard, memory);
        resources.add(merge);
        RecordCursor cursor = merge.open(runs, this::giveBack);
        spilledRecords += merge.spilledRecords();
        if (merge.spilledRecords() > 0) {
            context.trace()
                    .add(Phase.MERGE, guard.attempt().toString(), start, merge.spilledRecords(), 0);
        }
        return cursor;
    }

    private Slab own(Slab slab) {
        resources.add(slab::close);
        return slab;
    }

    private void giveBack() throws IOException {
        while (!resources.isEmpty()) {
            resources.remove().close();
        }
    }
}
