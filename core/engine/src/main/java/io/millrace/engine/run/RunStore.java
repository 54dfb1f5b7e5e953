package io.millrace.engine.run;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Reclaimer;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Trace;
import java.io.IOException;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All run sets of a job in memory or on disk, published or not. Only this class spills them: the
 * largest first, when memory is needed. Thread-safe.
 */
public final class RunStore implements Reclaimer {

    private static final System.Logger LOG = System.getLogger("io.millrace.engine");

    private final int partitions;
    private final MemoryBudget memory;
    private final SpillArea area;
    private final Trace trace;
    private final SpillCost cost;
    private final Set<RunSet> sets = ConcurrentHashMap.newKeySet();
    private final AtomicLong spilledRecords = new AtomicLong();
    private volatile boolean refuses;
    private volatile boolean closed;

    public RunStore(
            int partitions, MemoryBudget memory, SpillArea area, Trace trace, SpillCost cost) {
        this.partitions = partitions;
        this.memory = memory;
        this.area = area;
        this.trace = trace;
        this.cost = cost;
        memory.register(this);
    }

    /**
     * Takes ownership of a run set. A set of an attempt that outlived its job is closed at once.
     */
    public void add(RunSet set) {
        sets.add(set);
        if (closed) {
            close(set);
        }
        memory.reclaimableGrew();
    }

    /** Closes a run set of an attempt that failed. */
    public void close(RunSet set) {
        sets.remove(set);
        set.close();
    }

    /** Called when run sets were unpinned. */
    public void unpinned() {
        memory.reclaimableGrew();
    }

    @Override
    public long reclaimableBytes() {
        long sum = 0;
        for (RunSet set : sets) {
            sum += set.spillableBytes();
        }
        return refuses ? 0 : sum;
    }

    @Override
    public long reclaim() throws InterruptedException {
        Optional<RunSet> largest =
                sets.stream()
                        .filter(set -> set.spillableBytes() > 0)
                        .max(Comparator.comparingLong(RunSet::spillableBytes));
        if (largest.isEmpty()) {
            return 0;
        }
        long bytes = largest.get().spillableBytes();
        try {
            return spill(largest.get()) > 0 ? bytes : 0;
        } catch (IOException e) {
            // The thread that needs memory may belong to another job, which must not fail for this.
            // From now on this store keeps its runs in memory, and its own attempts get the disk's
            // error when they spill.
            refuses = true;
            cost.impossible();
            LOG.log(
                    System.Logger.Level.WARNING,
                    "map output stays in memory because it could not be spilled to disk: " + e);
            return 0;
        }
    }

    /** Spills a run set; returns the number of records written. */
    public long spill(RunSet set) throws IOException, InterruptedException {
        OpenSpan spilling = trace.begin(Phase.SPILL, "map-" + set.task());
        long bytes = set.spillableBytes();
        String name = "map-" + set.task() + "-" + set.sequence();
        long start = System.nanoTime();
        long records = 0;
        try {
            records = set.spill(area, name, partitions, memory);
        } finally {
            if (records == 0) {
                spilling.drop();
            }
        }
        if (records > 0) {
            RunFile file = set.file();
            cost.add(file == null ? bytes : file.bytes(), records, System.nanoTime() - start);
            spilledRecords.addAndGet(records);
            spilling.end(records, bytes);
        }
        return records;
    }

    /** Records spilled so far. */
    long spilledRecords() {
        return spilledRecords.get();
    }

    /** Closes all run sets. */
    public void close() {
        closed = true;
        memory.unregister(this);
        sets.forEach(RunSet::close);
        sets.clear();
    }
}
