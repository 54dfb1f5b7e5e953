package io.millrace.engine.shuffle.combine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.run.RunStore;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The spills of a map attempt whose combiner is called as often as in Hadoop: once for each spill,
 * and once more for all of them if there are enough. A spill is as long as Hadoop's, whatever
 * memory there is. Its records come in sorted <i>pieces</i>: one if they fit a chunk. Pieces are
 * spilled like any other run set if memory runs short, and merged for the combiner. Thread-safe.
 */
public final class CombinedSpills {

    private final AttemptGuard guard;
    private final ShuffleContext context;
    private final RunStore store;
    private final SpillArea area;
    private final ChunkCombiner combiner;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private Spill open = new Spill();

    /** The pieces of spills that are not combined yet. */
    @GuardedBy("lock")
    private final List<RunSet> pieces = new ArrayList<>();

    @GuardedBy("lock")
    private final List<Combined> combined = new ArrayList<>();

    @GuardedBy("lock")
    private long spilledRecords;

    public CombinedSpills(
            AttemptGuard guard,
            ShuffleContext context,
            RunStore store,
            SpillArea area,
            ChunkCombiner combiner) {
        this.guard = guard;
        this.context = context;
        this.store = store;
        this.area = area;
        this.combiner = combiner;
    }

    /**
     * A combined spill.
     *
     * @param sets in merge order
     */
    public record Combined(List<RunSet> sets, Tally tally) {}

    /** One spill. Its state belongs to the lock of all. */
    public static final class Spill {

        private final List<RunSet> pieces = new ArrayList<>();
        private OutputStatistics size = OutputStatistics.NONE;

        /** Pieces that are being sorted, and one for the end of the spill. */
        private int awaited = 1;
    }

    /** Announces a piece of the open spill; {@link #arrived} must follow. */
    public Spill await() {
        synchronized (lock) {
            open.awaited++;
            return open;
        }
    }

    /** Takes over a sorted piece. */
    public void add(Spill spill, RunSet piece, OutputStatistics size) {
        store.add(piece);
        synchronized (lock) {
            spill.pieces.add(piece);
            spill.size = spill.size.plus(size);
            pieces.add(piece);
            spilledRecords += piece.recordsOnDisk();
        }
    }

    /** Says that an announced piece needs no more work; true if the caller must combine now. */
    public boolean arrived(Spill spill) {
        synchronized (lock) {
            return --spill.awaited == 0 && !spill.pieces.isEmpty();
        }
    }

    /** Ends the open spill, of which {@link #arrived} must be said. */
    public Spill end() {
        synchronized (lock) {
            Spill last = open;
            open = new Spill();
            return last;
        }
    }

    /** Takes over a spill of one record, which is not combined. */
    public void addAlone(RunSet set, Tally record) {
        store.add(set);
        synchronized (lock) {
            combined.add(new Combined(List.of(set), record));
            spilledRecords += set.recordsOnDisk();
        }
    }

    /** Combines a spill that has ended and has all its pieces. */
    public void combine(Spill spill) throws IOException, InterruptedException {
        List<RunSet> sorted;
        OutputStatistics size;
        synchronized (lock) {
            sorted = new ArrayList<>(spill.pieces);
            size = spill.size;
        }
        sorted.sort(RunSet.MERGE_ORDER);
        try (CombinedParts parts = new CombinedParts(context.partitions())) {
            try (SetMerge merge = new SetMerge(context, area, guard, sorted);
                    CombinedOutput output = combiner.combineAll(size, merge::openIfAny)) {
                parts.addAll(
                        output,
                        guard.attempt().task(),
                        sorted.get(0).sequence(),
                        0,
                        context.account(MemoryUse.MAP_OUTPUT));
                addSpilled(merge.spilledRecords());
            }
            sorted.forEach(store::close);
            guard.check();
            keep(parts, sorted);
        }
    }

    private void keep(CombinedParts parts, List<RunSet> instead) {
        List<RunSet> sets = parts.sets();
        sets.forEach(store::add);
        synchronized (lock) {
            pieces.removeAll(instead);
            combined.add(new Combined(sets, parts.tally()));
            for (RunSet set : sets) {
                spilledRecords += set.recordsOnDisk();
            }
        }
        parts.taken();
    }

    private void addSpilled(long records) {
        synchronized (lock) {
            spilledRecords += records;
        }
    }

    /** Whether so many spills are combined again; called when all of them are combined. */
    public boolean combineAgain() {
        synchronized (lock) {
            return context.job().spills().combinesAgain(combined.size());
        }
    }

    /**
     * Combines all spills again, as Hadoop does when it merges them: the combiner is called even
     * for partitions without records. The caller closes the result, and then the sets.
     */
    public CombinedOutput combineAll() throws IOException, InterruptedException {
        List<RunSet> sorted = sets();
        sorted.sort(RunSet.MERGE_ORDER);
        try (SetMerge merge = new SetMerge(context, area, guard, sorted)) {
            CombinedOutput output = combiner.combineAll(size(), merge::open);
            addSpilled(merge.spilledRecords());
            return output;
        }
    }

    private OutputStatistics size() {
        OutputStatistics size = OutputStatistics.NONE;
        synchronized (lock) {
            for (Combined each : combined) {
                size = size.plus(each.tally().total());
            }
        }
        return size;
    }

    /** Records written to disk here so far. */
    public long spilledRecords() {
        synchronized (lock) {
            return spilledRecords;
        }
    }

    /** The run sets so far. */
    public List<RunSet> sets() {
        synchronized (lock) {
            List<RunSet> all = new ArrayList<>(pieces);
            combined.forEach(each -> all.addAll(each.sets()));
            return all;
        }
    }

    /** Hands on what was made of all spills. */
    public List<Combined> handOn() {
        synchronized (lock) {
            List<Combined> all = new ArrayList<>(combined);
            combined.clear();
            return all;
        }
    }

    /** Gives back the run sets so far. */
    public void closeSets() {
        List<RunSet> all = sets();
        synchronized (lock) {
            combined.clear();
            pieces.clear();
        }
        all.forEach(store::close);
    }
}
