package io.millrace.engine.merge;

import io.millrace.engine.memory.DiskBuffer;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.record.EmptyCursor;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.Run;
import io.millrace.engine.run.RunSet.CodedRun;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.task.AttemptGuard;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges the runs of one partition. It merges as many coded runs at once as there are buffers. If
 * there are more, it first merges neighbours into longer runs, in as many passes as necessary. Only
 * neighbours, because equal keys keep the order of their runs. Used by one thread.
 */
public final class PartitionMerge implements Closeable {

    private final KeyOrder order;
    private final List<Slab> buffers;
    private final SpillArea area;
    private final AttemptGuard guard;
    private final MemoryBudget memory;
    private final List<RunFile> longer = new ArrayList<>();
    private long spilledRecords;

    /**
     * A merge that works in the given memory.
     *
     * @param buffers disk buffers, on the heap, at least two if any run is coded; lent
     * @param guard of the attempt that reads
     */
    public PartitionMerge(
            KeyOrder order,
            List<Slab> buffers,
            SpillArea area,
            AttemptGuard guard,
            MemoryBudget memory) {
        this.order = order;
        this.buffers = buffers;
        this.area = area;
        this.guard = guard;
        this.memory = memory;
    }

    /**
     * All records of {@code runs}, in order; equal keys in the order of the runs.
     *
     * @param resources closed with the cursor
     */
    public RecordCursor open(List<Run> runs, Closeable resources)
            throws IOException, InterruptedException {
        List<Run> remaining = runs;
        while (coded(remaining) > buffers.size()) {
            remaining = pass(remaining);
        }
        return cursor(remaining, resources);
    }

    /**
     * All records of sorted cursors, in order; equal keys in the order of the cursors. The result
     * owns the cursors.
     */
    public static RecordCursor merged(
            List<RecordCursor> sorted, KeyOrder order, AttemptGuard guard) {
        return new MergeCursor(sorted, order, guard, () -> {});
    }

    /** Records that were spilled by passes before the last. */
    public long spilledRecords() {
        return spilledRecords;
    }

    /** Merges just as many neighbours that the rest fits the buffers, if one pass suffices. */
    private List<Run> pass(List<Run> runs) throws IOException, InterruptedException {
        List<Run> result = new ArrayList<>();
        int excess = coded(runs) - buffers.size();
        int next = 0;
        while (next < runs.size()) {
            int most = Math.min(buffers.size(), excess + 1);
            int end = runs.get(next).isCoded() ? endOf(most, runs, next) : next + 1;
            List<Run> neighbours = runs.subList(next, end);
            int coded = coded(neighbours);
            if (coded > 1) {
                result.add(mergeToDisk(neighbours));
                excess -= coded - 1;
            } else {
                result.addAll(neighbours);
            }
            next = end;
        }
        return result;
    }

    /** The end of a sequence of at most {@code most} coded runs that starts at {@code from}. */
    private static int endOf(int most, List<Run> runs, int from) {
        int end = from + 1;
        int coded = 1;
        for (int i = end; i < runs.size() && coded < most; i++) {
            if (runs.get(i).isCoded()) {
                coded++;
                end = i + 1;
            }
        }
        return end;
    }

    private Run mergeToDisk(List<Run> neighbours) throws IOException, InterruptedException {
        try (DiskBuffer buffer = memory.lendDiskBuffer();
                RecordCursor merged = cursor(neighbours, () -> {});
                RunFileWriter writer =
                        new RunFileWriter(area, guard.attempt().toString(), 1, buffer.bytes())) {
            writer.writeAll(merged, 0);
            RunFile file = writer.finish();
            longer.add(file);
            spilledRecords += file.records(0);
            return new CodedRun(file, 0);
        }
    }

    private RecordCursor cursor(List<Run> runs, Closeable resources) throws IOException {
        List<RecordCursor> cursors = new ArrayList<>(runs.size() + 1);
        int buffer = 0;
        try {
            for (Run run : runs) {
                cursors.add(run.open(order, run.isCoded() ? buffers.get(buffer++).array() : null));
            }
            if (cursors.isEmpty()) {
                cursors.add(new EmptyCursor());
            }
        } catch (IOException | RuntimeException e) {
            for (RecordCursor cursor : cursors) {
                cursor.close();
            }
            throw e;
        }
        return new MergeCursor(cursors, order, guard, resources);
    }

    private static int coded(List<Run> runs) {
        return (int) runs.stream().filter(Run::isCoded).count();
    }

    /** Deletes the runs that passes wrote. */
    @Override
    public void close() throws IOException {
        for (RunFile file : longer) {
            file.close();
        }
    }
}
