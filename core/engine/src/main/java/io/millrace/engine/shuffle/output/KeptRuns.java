package io.millrace.engine.shuffle.output;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.memory.DiskBuffer;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.run.RunStore;
import io.millrace.engine.shuffle.combine.SetMerge;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.remote.LeavingRuns;
import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The sorted runs of one map attempt that have been delivered to nobody: kept until the attempt
 * publishes them, hands them on, or lets them leave early. Thread-safe.
 */
final class KeptRuns {

    private final ShuffleContext context;
    private final RunStore store;
    private final SpillArea area;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final List<RunSet> sets = new ArrayList<>();

    /** Bytes of the run sets that have not left, in memory or on disk. */
    @GuardedBy("lock")
    private long keptBytes;

    @GuardedBy("lock")
    private boolean sealed;

    private final AtomicLong spilledRecords = new AtomicLong();

    /** Set before the first record. */
    private LongConsumer listener = bytes -> {};

    KeptRuns(ShuffleContext context, RunStore store, SpillArea area) {
        this.context = context;
        this.store = store;
        this.area = area;
    }

    /**
     * Has a listener told how many bytes of runs have not left, on a sort thread, each time that
     * there are more.
     */
    void whenKept(LongConsumer told) {
        listener = told;
    }

    /** Takes over a set, which the store gets as well. */
    void keep(RunSet set) {
        store.add(set);
        hold(set);
    }

    /** Takes over a set that the store has: once it can leave, it may be closed at once. */
    void hold(RunSet set) {
        long bytes = set.bytes();
        long kept;
        synchronized (lock) {
            sets.add(set);
            keptBytes += bytes;
            kept = keptBytes;
        }
        listener.accept(kept);
    }

    /** Replaces run sets by one file with the records of all. */
    void replace(List<RunSet> merged, int task, RunFile by) {
        addSpilled(by.records());
        synchronized (lock) {
            sets.removeAll(merged);
        }
        merged.forEach(store::close);
        keep(new RunSet(task, merged.get(0).sequence(), by));
    }

    /** Merges all runs into one file. */
    void merge(AttemptGuard guard) throws IOException, InterruptedException {
        List<RunSet> all = inMergeOrder();
        if (all.size() > 1) {
            replace(all, guard.attempt().task(), mergedFile(guard, all));
        }
    }

    private RunFile mergedFile(AttemptGuard guard, List<RunSet> all)
            throws IOException, InterruptedException {
        String who = guard.attempt().toString();
        OpenSpan merging = context.trace().begin(Phase.MERGE, who);
        try (SetMerge merge = new SetMerge(context, area, guard, all);
                DiskBuffer buffer = context.memory().lendDiskBuffer();
                RunFileWriter writer =
                        new RunFileWriter(area, who, context.partitions(), buffer.bytes())) {
            for (int partition = 0; partition < context.partitions(); partition++) {
                try (RecordCursor records = merge.openIfAny(partition)) {
                    if (records != null) {
                        writer.writeAll(records, partition);
                    }
                }
            }
            RunFile file = writer.finish();
            merging.end(file.records(), file.bytes());
            return file;
        }
    }

    /** From now on, no runs leave. */
    void seal() {
        synchronized (lock) {
            sealed = true;
        }
    }

    /**
     * Takes the runs so far, in memory or on disk, to be sent before the output is sealed.
     *
     * @return null if they have fewer bytes than {@code leastBytes}, or the output is sealed
     */
    @Nullable LeavingRuns takeBlock(long leastBytes) {
        List<RunSet> leaving;
        synchronized (lock) {
            if (sealed || keptBytes < leastBytes) {
                return null;
            }
            leaving = new ArrayList<>(sets);
            sets.clear();
            keptBytes = 0;
        }
        leaving.sort(RunSet.MERGE_ORDER);
        return new LeavingRuns(context, store, area, leaving);
    }

    /** Moves runs to disk, these and those kept. */
    void spill(List<RunSet> more) throws IOException, InterruptedException {
        List<RunSet> all = snapshot();
        all.addAll(more);
        for (RunSet set : all) {
            addSpilled(store.spill(set));
        }
    }

    /** Moves the runs to disk and gives them away as files. */
    List<PlacedRuns> handOn() throws IOException, InterruptedException {
        List<RunSet> all = inMergeOrder();
        List<PlacedRuns> files = new ArrayList<>(all.size());
        for (RunSet set : all) {
            files.add(new PlacedRuns(set.task(), set.sequence(), set.handOn()));
            store.close(set);
        }
        forget();
        return files;
    }

    /** The run sets so far. */
    public List<RunSet> snapshot() {
        synchronized (lock) {
            return new ArrayList<>(sets);
        }
    }

    List<RunSet> inMergeOrder() {
        List<RunSet> all = snapshot();
        all.sort(RunSet.MERGE_ORDER);
        return all;
    }

    /** Gives back the run sets so far. */
    void close() {
        synchronized (lock) {
            sets.forEach(store::close);
            sets.clear();
        }
    }

    /** Records that the job now owns the run sets. */
    void forget() {
        synchronized (lock) {
            sets.clear();
        }
    }

    void addSpilled(long records) {
        spilledRecords.addAndGet(records);
    }

    /** Records written to disk so far, counted each time they are written. */
    long spilledRecords() {
        return spilledRecords.get();
    }
}
