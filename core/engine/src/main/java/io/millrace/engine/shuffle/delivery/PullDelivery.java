package io.millrace.engine.shuffle.delivery;

import io.millrace.engine.stream.Chunk;
import io.millrace.engine.task.AttemptId;
import java.util.List;
import java.util.function.Predicate;

/** Each map attempt keeps its own streams; reduce attempts pull from all of them. */
final class PullDelivery implements ChunkDelivery {

    @Override
    public boolean wantsSorted() {
        return true;
    }

    @Override
    public int accept(AttemptId attempt, long sequence, Chunk chunk, boolean sorted) {
        return 0;
    }

    @Override
    public List<StreamBlock> blocks(int partition, Predicate<AttemptId> committed) {
        return List.of();
    }

    @Override
    public void close() {}
}
