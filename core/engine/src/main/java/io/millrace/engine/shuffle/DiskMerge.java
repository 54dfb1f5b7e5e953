package io.millrace.engine.shuffle;

import io.millrace.engine.memory.DiskBuffer;
import io.millrace.engine.merge.PartitionMerge;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.Run;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Merges run sets in memory into one run set on disk. Used by one thread. */
final class DiskMerge {

    private final ShuffleContext context;
    private final SpillArea area;
    private final AttemptGuard guard;

    DiskMerge(ShuffleContext context, SpillArea area, AttemptGuard guard) {
        this.context = context;
        this.area = area;
        this.guard = guard;
    }

    /**
     * Writes one file.
     *
     * @param sets in merge order, in memory and pinned
     */
    RunFile of(List<RunSet> sets) throws IOException, InterruptedException {
        String who = guard.attempt().toString();
        OpenSpan merging = context.trace().begin(Phase.SPILL, who);
        KeyOrder order = context.keyOrders().get();
        try (DiskBuffer buffer = context.memory().lendDiskBuffer();
                RunFileWriter writer =
                        new RunFileWriter(area, who, context.partitions(), buffer.bytes())) {
            for (int partition = 0; partition < context.partitions(); partition++) {
                try (RecordCursor merged =
                        PartitionMerge.merged(runs(sets, partition, order), order, guard)) {
                    writer.writeAll(merged, partition);
                }
            }
            RunFile file = writer.finish();
            merging.end(file.records(), file.bytes());
            return file;
        }
    }

    private static List<RecordCursor> runs(List<RunSet> sets, int partition, KeyOrder order)
            throws IOException {
        List<RecordCursor> runs = new ArrayList<>(sets.size());
        for (RunSet set : sets) {
            Run run = set.run(partition);
            if (run != null) {
                runs.add(run.open(order, null));
            }
        }
        return runs;
    }
}
