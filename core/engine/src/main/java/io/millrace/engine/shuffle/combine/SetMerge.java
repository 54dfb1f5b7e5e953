package io.millrace.engine.shuffle.combine;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.merge.PartitionMerge;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.Run;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.task.AttemptGuard;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges run sets of one attempt, one partition after the other. The sets are pinned until this is
 * closed. It never waits for memory, because other attempts may wait for that of the sets: two
 * buffers may exceed the budget. Used by one thread.
 */
public final class SetMerge implements Closeable {

    /** Without two buffers, no two files can be merged. */
    private static final int FEWEST_BUFFERS = 2;

    private final ShuffleContext context;
    private final SpillArea area;
    private final AttemptGuard guard;
    private final KeyOrder order;
    private final List<RunSet> sets;
    private final List<Slab> buffers = new ArrayList<>();
    private long spilledRecords;

    /**
     * A merge of these sets, which are lent.
     *
     * @param sets in merge order
     */
    public SetMerge(ShuffleContext context, SpillArea area, AttemptGuard guard, List<RunSet> sets) {
        this.context = context;
        this.area = area;
        this.guard = guard;
        this.order = context.keyOrders().get();
        this.sets = List.copyOf(sets);
        this.sets.forEach(RunSet::pin);
    }

    /** As {@link #open}; null if the partition has no records. */
    public @Nullable RecordCursor openIfAny(int partition)
            throws IOException, InterruptedException {
        return sets.stream().anyMatch(set -> set.run(partition) != null) ? open(partition) : null;
    }

    /** All records of a partition, in order. The caller closes the cursor before the next call. */
    RecordCursor open(int partition) throws IOException, InterruptedException {
        List<Run> runs = new ArrayList<>(sets.size());
        int coded = 0;
        for (RunSet set : sets) {
            Run run = set.run(partition);
            if (run != null) {
                runs.add(run);
                coded += run.isCoded() ? 1 : 0;
            }
        }
        if (runs.size() == 1 && coded == 0) {
            return runs.get(0).open(order, null);
        }
        takeBuffers(coded);
        PartitionMerge merge = new PartitionMerge(order, buffers, area, guard, context.memory());
        boolean opened = false;
        try {
            RecordCursor records = merge.open(runs, merge);
            spilledRecords += merge.spilledRecords();
            opened = true;
            return records;
        } finally {
            if (!opened) {
                merge.close();
            }
        }
    }

    private void takeBuffers(int coded) throws InterruptedException {
        MemoryAccount memory = context.account(MemoryUse.MERGE);
        int wanted = Math.min(coded, context.plan().value(EngineKeys.MERGE_FACTOR));
        while (buffers.size() < wanted) {
            Slab more = memory.tryTake(SlabKind.HEAP, memory.diskBufferBytes());
            if (more == null && buffers.size() >= FEWEST_BUFFERS) {
                return;
            }
            buffers.add(more == null ? memory.overdraw(memory.diskBufferBytes()) : more);
        }
    }

    /** Records that passes before the last wrote to disk. */
    long spilledRecords() {
        return spilledRecords;
    }

    @Override
    public void close() {
        sets.forEach(RunSet::unpin);
        buffers.forEach(Slab::close);
        context.memory().reclaimableGrew();
    }
}
