package io.millrace.engine.shuffle;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Stretch;
import java.io.IOException;

/**
 * Applies the job's combiner to sorted chunks of one attempt, once to each, as Hadoop does to each
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

    /** What the combiner makes of the chunk, which is lent. */
    CombinedOutput combine(Chunk sorted) throws IOException, InterruptedException {
        return combine(
                sorted.records(),
                sorted.bytes(),
                out -> {
                    int entry = 0;
                    while (entry < sorted.entries()) {
                        int partition = sorted.partition(entry);
                        combiner.combineRun(partition, sorted.cursor(partition), out);
                        entry = sorted.firstEntry(partition + 1);
                    }
                });
    }

    /** What the combiner makes of a run of one record, of which memory has no room for more. */
    CombinedOutput combine(int partition, LargeRecord run)
            throws IOException, InterruptedException {
        return combine(1, run.bytes(), out -> combiner.combineRun(partition, run, out));
    }

    /** Calls the combiner for all partitions of a run. */
    private interface Calls {
        void to(RecordSink out) throws IOException, InterruptedException;
    }

    private CombinedOutput combine(long records, long bytes, Calls calls)
            throws IOException, InterruptedException {
        guard.check();
        String who = guard.attempt().toString();
        Stretch combining = context.trace().begin(Phase.COMBINE, who);
        CombinedOutput output = new CombinedOutput(context, area, who);
        ChunkWriter writer =
                new ChunkWriter(
                        context.memory(),
                        context.plan().slabKind().value(),
                        context.partitions(),
                        context.keyOrders().get(),
                        context.plan().sortSplitBytes().value(),
                        output,
                        output.takeChunkSlabs());
        boolean done = false;
        try {
            calls.to(writer);
            writer.finish();
            output.finish();
            done = true;
        } finally {
            writer.discard();
            if (!done) {
                output.close();
            }
        }
        combining.end(records, bytes);
        return output;
    }
}
