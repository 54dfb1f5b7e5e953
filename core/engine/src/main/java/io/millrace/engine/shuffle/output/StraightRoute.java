package io.millrace.engine.shuffle.output;

import io.millrace.engine.run.RunSet;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.Tally;
import java.io.IOException;
import java.util.List;

/** No combiner is called: each chunk goes to the outlet, and nothing stays on the way. */
final class StraightRoute implements ChunkRoute, ChunkRoute.Passage {

    private final ChunkOutlet outlet;

    StraightRoute(ChunkOutlet outlet) {
        this.outlet = outlet;
    }

    @Override
    public boolean sorts() {
        return false;
    }

    @Override
    public Passage begin() {
        return this;
    }

    @Override
    public void accept(Chunk chunk, long sequence, boolean sorted)
            throws IOException, InterruptedException {
        outlet.handOn(chunk, sequence, sorted);
    }

    @Override
    public void end() {}

    @Override
    public void acceptLarge(RunSet record, Tally one) {
        outlet.keepOnDisk(record, one);
    }

    @Override
    public void acceptAlone(RunSet record, Tally one) {
        outlet.keepOnDisk(record, one);
    }

    @Override
    public void endSpill() {}

    @Override
    public void finish() {}

    @Override
    public List<RunSet> sets() {
        return List.of();
    }

    @Override
    public void closeSets() {}

    @Override
    public long spilledRecords() {
        return 0;
    }
}
