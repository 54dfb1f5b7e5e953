package io.millrace.engine.shuffle.output;

import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.combine.CombinedOutput;
import io.millrace.engine.shuffle.combine.CombinedSpills;
import io.millrace.engine.shuffle.combine.CombinedSpills.Combined;
import io.millrace.engine.shuffle.combine.CombinedSpills.Spill;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import java.io.IOException;
import java.util.List;

/**
 * The job's combiner is called for each of Hadoop's spills, and again for all of them, unless a
 * merge in Hadoop's order does that.
 */
final class CombiningRoute implements ChunkRoute {

    private final AttemptGuard guard;
    private final CombinedSpills spills;
    private final ChunkOutlet outlet;
    private final ChunkTasks tasks;

    CombiningRoute(
            AttemptGuard guard, CombinedSpills spills, ChunkOutlet outlet, ChunkTasks tasks) {
        this.guard = guard;
        this.spills = spills;
        this.outlet = outlet;
        this.tasks = tasks;
    }

    @Override
    public boolean sorts() {
        return true;
    }

    @Override
    public Passage begin() {
        return new Piece(spills.await());
    }

    /** A chunk that is a piece of a spill. */
    private final class Piece implements Passage {

        private final Spill spill;

        Piece(Spill spill) {
            this.spill = spill;
        }

        @Override
        public void accept(Chunk chunk, long sequence, boolean sorted) {
            RunSet piece = new RunSet(guard.attempt().task(), sequence, chunk);
            spills.add(spill, piece, chunk.tally().total());
        }

        @Override
        public void end() throws IOException, InterruptedException {
            if (spills.arrived(spill)) {
                spills.combine(spill);
            }
        }
    }

    @Override
    public void acceptLarge(RunSet record, Tally one) {
        if (outlet.equalKeys().chunksAreSpills()) {
            outlet.keepOnDisk(record, one);
            return;
        }
        Spill spill = spills.await();
        spills.add(spill, record, one.total());
        spills.arrived(spill);
    }

    @Override
    public void acceptAlone(RunSet record, Tally one) {
        spills.addAlone(record, one);
    }

    @Override
    public void endSpill() throws IOException, InterruptedException {
        Spill spill = spills.end();
        if (spills.arrived(spill)) {
            tasks.start(() -> spills.combine(spill));
        }
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        if (!outlet.equalKeys().chunksAreSpills() && spills.combineAgain()) {
            long sequence = outlet.numbers().next();
            tasks.run(() -> combineAgain(sequence));
            return;
        }
        for (Combined spill : spills.handOn()) {
            for (RunSet set : spill.sets()) {
                outlet.handOnUncounted(set);
            }
            if (!spill.sets().isEmpty()) {
                outlet.count(spill.tally(), spill.sets().get(0).sequence());
            }
        }
    }

    private void combineAgain(long sequence) throws IOException, InterruptedException {
        try (CombinedOutput output = spills.combineAll()) {
            guard.check();
            spills.closeSets();
            outlet.handOnAll(output, sequence);
        }
    }

    @Override
    public List<RunSet> sets() {
        return spills.sets();
    }

    @Override
    public void closeSets() {
        spills.closeSets();
    }

    @Override
    public long spilledRecords() {
        return spills.spilledRecords();
    }
}
