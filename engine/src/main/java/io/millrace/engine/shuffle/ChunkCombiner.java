package io.millrace.engine.shuffle;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.shuffle.CombinedOutput.Filling;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Stretch;
import java.io.IOException;

/**
 * Applies the job's combiner once to each sorted chunk of one attempt, as Hadoop does to each
 * spill. Called on sort threads, several at once.
 */
final class ChunkCombiner {

    private final AttemptGuard guard;
    private final Combiner combiner;
    private final ShuffleContext context;
    private final SpillArea area;

    ChunkCombiner(AttemptGuard guard, Combiner combiner, ShuffleContext context, SpillArea area) {
        this.guard = guard;
        this.combiner = combiner;
        this.context = context;
        this.area = area;
    }

    /** Combines a chunk, which is lent. */
    CombinedOutput combine(Chunk sorted) throws IOException, InterruptedException {
        return combine(
                sorted.records(),
                sorted.bytes(),
                out -> {
                    int entry = 0;
                    while (entry < sorted.entries()) {
                        guard.check();
                        int partition = sorted.partition(entry);
                        combiner.combineRun(partition, sorted.cursor(partition), out);
                        entry = sorted.firstEntry(partition + 1);
                    }
                });
    }

    /** Combines a run of one record that is too large to share memory with others. */
    CombinedOutput combine(int partition, LargeRecord run)
            throws IOException, InterruptedException {
        return combine(1, run.bytes(), out -> combiner.combineRun(partition, run, out));
    }

    /** Combines the run of a partition. */
    CombinedOutput combine(int partition, RecordCursor run)
            throws IOException, InterruptedException {
        return combine(0, 0, out -> combiner.combineRun(partition, run, out));
    }

    /**
     * Combines runs that are opened one after the other, for each partition the merged run of all
     * spills, even if it has no records.
     */
    CombinedOutput combineAll(OutputStatistics size, PartitionRuns runs)
            throws IOException, InterruptedException {
        return combine(
                size.records(),
                size.bytes(),
                out -> {
                    for (int partition = 0; partition < context.partitions(); partition++) {
                        try (RecordCursor run = runs.open(partition)) {
                            combiner.combineRun(partition, run, out);
                        }
                    }
                });
    }

    /** Opens the run of a partition. */
    @FunctionalInterface
    interface PartitionRuns {
        RecordCursor open(int partition) throws IOException, InterruptedException;
    }

    private CombinedOutput combine(long records, long bytes, Filling calls)
            throws IOException, InterruptedException {
        guard.check();
        String who = guard.attempt().toString();
        Stretch combining = context.trace().begin(Phase.COMBINE, who);
        CombinedOutput output = CombinedOutput.of(context, area, who, calls);
        combining.end(records, bytes);
        return output;
    }
}
