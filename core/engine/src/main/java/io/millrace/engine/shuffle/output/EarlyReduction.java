package io.millrace.engine.shuffle.output;

import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.combine.CombinedParts;
import io.millrace.engine.shuffle.partial.EarlyReducer;
import io.millrace.engine.shuffle.partial.EarlyReducer.Reduced;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.task.AttemptGuard;
import java.io.IOException;

/** Has the job's partial reducer called on chunks where that pays. */
final class EarlyReduction implements ChunkReduction {

    private final AttemptGuard guard;
    private final EarlyReducer reducer;
    private final ChunkOutlet outlet;
    private final boolean wholly;

    /**
     * @param wholly whether all partitions of a chunk have to be reduced, or none
     */
    EarlyReduction(AttemptGuard guard, EarlyReducer reducer, ChunkOutlet outlet, boolean wholly) {
        this.guard = guard;
        this.reducer = reducer;
        this.outlet = outlet;
        this.wholly = wholly;
    }

    @Override
    public boolean reduce(Chunk sorted, long sequence) throws IOException, InterruptedException {
        Reduced reduced = reducer.reduce(sorted, sequence + 1, wholly);
        if (reduced == null) {
            return false;
        }
        try (CombinedParts parts = reduced.parts()) {
            guard.check();
            outlet.count(parts.tally(), sequence);
            for (RunSet set : parts.sets()) {
                outlet.kept().addSpilled(set.recordsOnDisk());
                outlet.kept().keep(set);
            }
            parts.taken();
        }
        RunSet rest = new RunSet(guard.attempt().task(), sequence, sorted);
        if (rest.consume(reduced.partitions())) {
            rest.close();
        } else {
            outlet.keep(rest, sorted.tally().without(reduced.partitions()));
        }
        return true;
    }
}
