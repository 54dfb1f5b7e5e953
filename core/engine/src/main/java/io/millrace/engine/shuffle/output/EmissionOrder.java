package io.millrace.engine.shuffle.output;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.Tally;
import java.io.IOException;

/** Equal keys come in the order of their emission; only short runs are merged. */
final class EmissionOrder implements EqualKeys {

    @Override
    public void sort(Chunk chunk, KeyOrder order) throws IOException {
        chunk.sort(order);
    }

    @Override
    public void counted(long sequence, Tally records) {
        // The sum of all records is enough.
    }

    @Override
    public boolean chunksAreSpills() {
        return false;
    }

    @Override
    public void finish(ChunkOutlet outlet, ChunkTasks tasks)
            throws IOException, InterruptedException {
        outlet.mergeShortRuns(tasks);
    }
}
