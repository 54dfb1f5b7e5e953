package io.millrace.engine.shuffle.output;

import io.millrace.engine.memory.DiskBuffer;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.merge.PartitionMerge;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileReader;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges a map attempt's run files to longer ones if many reducers and little memory make runs
 * short. Otherwise each reducer would open all the files for a few records, and merge them in
 * several passes with its own files. Used by one thread.
 */
final class ShortRuns {

    /**
     * Mean length, in bytes, below which runs are short: opening one costs more than reading it.
     */
    private static final int SHORT = 16 << 10;

    /**
     * The number of files that is not reduced: a reducer can read as many at once with little
     * memory.
     */
    private static final int FEW = 4;

    private static final int MAX_WIDTH = 64;

    private final AttemptGuard guard;
    private final ShuffleContext context;
    private final SpillArea area;

    ShortRuns(AttemptGuard guard, ShuffleContext context, SpillArea area) {
        this.guard = guard;
        this.context = context;
        this.area = area;
    }

    /** Replaces the sets by a merged file. */
    @FunctionalInterface
    interface Replacement {
        void of(List<RunSet> merged, RunFile by);
    }

    /** Whether these sets, in merge order, contain neighbours that should be merged. */
    static boolean among(List<RunSet> sets, int partitions) {
        return !firstToMerge(sets, partitions, MAX_WIDTH).isEmpty();
    }

    /**
     * Merges neighbours, each set once. The caller calls again with the result.
     *
     * @return whether there was memory for a merge
     */
    boolean merge(List<RunSet> sets, Replacement replacement)
            throws IOException, InterruptedException {
        List<Slab> buffers = buffers();
        try {
            List<RunSet> rest = sets;
            boolean merged = false;
            while (buffers.size() > 1) {
                List<RunSet> next = firstToMerge(rest, context.partitions(), buffers.size());
                if (next.isEmpty()) {
                    break;
                }
                replacement.of(next, merge(next, buffers));
                rest = rest.subList(rest.indexOf(next.get(next.size() - 1)) + 1, rest.size());
                merged = true;
            }
            return merged;
        } finally {
            buffers.forEach(Slab::close);
        }
    }

    private List<Slab> buffers() throws InterruptedException {
        MemoryAccount memory = context.account(MemoryUse.MERGE);
        for (int count = MAX_WIDTH; count > 1; count /= 2) {
            List<Slab> slabs = memory.tryTake(SlabKind.HEAP, count, memory.diskBufferBytes());
            if (!slabs.isEmpty()) {
                return slabs;
            }
        }
        return List.of();
    }

    /**
     * The first neighbours on disk, at most {@code most}, whose runs are short; empty if there are
     * none.
     */
    private static List<RunSet> firstToMerge(List<RunSet> sets, int partitions, int most) {
        int from = 0;
        while (from < sets.size()) {
            int end = from;
            long bytes = 0;
            while (end < sets.size() && end - from < most) {
                RunFile file = sets.get(end).file();
                if (file == null) {
                    break;
                }
                bytes += file.bytes();
                end++;
            }
            int count = end - from;
            if (count > FEW && bytes / count / partitions < SHORT) {
                return sets.subList(from, end);
            }
            from = end + 1;
        }
        return List.of();
    }

    private RunFile merge(List<RunSet> sets, List<Slab> buffers)
            throws IOException, InterruptedException {
        OpenSpan merging = context.trace().begin(Phase.MERGE, guard.attempt().toString());
        KeyOrder order = context.keyOrders().get();
        List<RunFileReader> readers = new ArrayList<>(sets.size());
        sets.forEach(RunSet::pin);
        try (DiskBuffer buffer = context.memory().lendDiskBuffer();
                RunFileWriter writer =
                        new RunFileWriter(
                                area,
                                guard.attempt().toString(),
                                context.partitions(),
                                buffer.bytes())) {
            for (RunSet set : sets) {
                RunFile file = set.file();
                if (file != null) {
                    byte[] own = buffers.get(readers.size()).array();
                    readers.add(new RunFileReader(file, order, own));
                }
            }
            for (int partition = 0; partition < context.partitions(); partition++) {
                copy(readers, partition, order, writer);
            }
            RunFile longer = writer.finish();
            merging.end(longer.records(), longer.bytes());
            return longer;
        } finally {
            for (RunFileReader reader : readers) {
                reader.close();
            }
            sets.forEach(RunSet::unpin);
        }
    }

    private void copy(
            List<RunFileReader> readers, int partition, KeyOrder order, RunFileWriter writer)
            throws IOException {
        List<RecordCursor> runs = new ArrayList<>(readers.size());
        for (RunFileReader reader : readers) {
            if (reader.records(partition) > 0) {
                runs.add(reader.cursor(partition));
            }
        }
        if (!runs.isEmpty()) {
            writer.writeAll(PartitionMerge.merged(runs, order, guard), partition);
        }
    }
}
