package io.millrace.engine.shuffle.combine;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.shuffle.combine.CombinedOutput.Filling;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Applies the job's combiner to runs of one attempt. Called on sort threads, several at once. */
public final class ChunkCombiner {

    private final AttemptGuard guard;
    private final Combiner combiner;
    private final ShuffleContext context;
    private final SpillArea area;

    public ChunkCombiner(
            AttemptGuard guard, Combiner combiner, ShuffleContext context, SpillArea area) {
        this.guard = guard;
        this.combiner = combiner;
        this.context = context;
        this.area = area;
    }

    /** Combines the run of a partition. */
    public CombinedOutput combine(int partition, RecordCursor run)
            throws IOException, InterruptedException {
        return combine(0, 0, out -> combiner.combineRun(partition, run, out));
    }

    /** Combines runs that are opened one after the other, one for each partition. */
    CombinedOutput combineAll(OutputStatistics size, PartitionRuns runs)
            throws IOException, InterruptedException {
        return combine(
                size.records(),
                size.bytes(),
                out -> {
                    for (int partition = 0; partition < context.partitions(); partition++) {
                        guard.check();
                        combineRun(partition, runs, out);
                    }
                });
    }

    private void combineRun(int partition, PartitionRuns runs, ChunkWriter out)
            throws IOException, InterruptedException {
        try (RecordCursor run = runs.open(partition)) {
            if (run != null) {
                combiner.combineRun(partition, run, out);
            }
        }
    }

    /** Opens the run of a partition; null if the combiner is not called for it. */
    @FunctionalInterface
    interface PartitionRuns {
        @Nullable RecordCursor open(int partition) throws IOException, InterruptedException;
    }

    private CombinedOutput combine(long records, long bytes, Filling calls)
            throws IOException, InterruptedException {
        guard.check();
        String who = guard.attempt().toString();
        OpenSpan combining = context.trace().begin(Phase.COMBINE, who);
        CombinedOutput output = CombinedOutput.of(context, area, who, calls);
        combining.end(records, bytes);
        return output;
    }
}
