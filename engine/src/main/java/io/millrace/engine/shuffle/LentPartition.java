package io.millrace.engine.shuffle;

import io.millrace.engine.run.RunSet;
import io.millrace.engine.spill.RunSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The published records of a partition, lent to a reduce attempt that merges them by itself. What
 * is coded, in a file or in slabs, is lent where it lies; what lay in memory as records is a copy,
 * which goes with this. Made by one thread; {@link #close} may be called from any.
 */
public final class LentPartition implements Closeable {

    private final Resources resources = new Resources();
    private final List<PlacedRuns> runs = new ArrayList<>();
    private long spilledRecords;

    /**
     * @param whenUnpinned called once the runs are let go
     */
    LentPartition(Runnable whenUnpinned) {
        resources.add(whenUnpinned::run);
    }

    /**
     * Lends the run of a partition where it lies.
     *
     * @return whether it is coded
     */
    boolean lend(RunSet set, int partition) {
        set.pin();
        RunSource source = set.source();
        if (source == null || set.run(partition) == null) {
            set.unpin();
            return source != null;
        }
        resources.addFirst(set::unpin);
        runs.add(new PlacedRuns(set.task(), set.sequence(), source.lent(partition)));
        return true;
    }

    /** Lends a copy, which is handed on. */
    void lendCopy(Place place, RunSource copy, int partition) {
        resources.addFirst(copy);
        runs.add(new PlacedRuns(place.task(), place.sequence(), copy.lent(partition)));
        spilledRecords += copy.records();
    }

    /** Counts records that were written to disk on the way. */
    void addSpilled(long records) {
        spilledRecords += records;
    }

    /** What the attempt merges, in order. */
    public List<PlacedRuns> runs() {
        return runs.stream().sorted(Comparator.comparing(PlacedRuns::place)).toList();
    }

    /** Records that were written to disk to be lent. */
    public long spilledRecords() {
        return spilledRecords;
    }

    /** Says that the attempt does not read any more. May be called twice. */
    @Override
    public synchronized void close() throws IOException {
        resources.close();
    }
}
