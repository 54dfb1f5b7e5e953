package io.millrace.engine.shuffle.remote;

import io.millrace.engine.run.Place;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.context.Resources;
import io.millrace.engine.spill.RunSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The published records of a partition, lent to a reduce attempt that merges them by itself. Coded
 * runs, in files or in slabs, are lent in place. Records in memory are lent as a copy, which is
 * deleted with this. Created by one thread; {@link #close} may be called from any.
 */
public final class LentPartition implements Closeable {

    private final Resources resources = new Resources();
    private final List<PlacedRuns> runs = new ArrayList<>();
    private long spilledRecords;

    /**
     * @param whenUnpinned called once the runs are unpinned
     */
    public LentPartition(Runnable whenUnpinned) {
        resources.add(whenUnpinned::run);
    }

    /**
     * Lends the run of a partition in place, if it is coded.
     *
     * @return whether it is coded
     */
    public boolean lend(RunSet set, int partition) {
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

    /** Lends a copy, which this owns from now on. */
    public void lendCopy(Place place, RunSource copy, int partition) {
        resources.addFirst(copy);
        runs.add(new PlacedRuns(place.task(), place.sequence(), copy.lent(partition)));
        spilledRecords += copy.records();
    }

    /** Counts records that were written to disk for lending. */
    public void addSpilled(long records) {
        spilledRecords += records;
    }

    /** The runs that the attempt merges, in order. */
    public List<PlacedRuns> runs() {
        return runs.stream().sorted(Comparator.comparing(PlacedRuns::place)).toList();
    }

    /** Records that were written to disk for lending. */
    public long spilledRecords() {
        return spilledRecords;
    }

    /** Ends the loan: the attempt no longer reads. May be called twice. */
    @Override
    public synchronized void close() throws IOException {
        resources.close();
    }
}
