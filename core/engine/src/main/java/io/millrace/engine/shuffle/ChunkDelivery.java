package io.millrace.engine.shuffle;

import io.millrace.engine.stream.Chunk;
import io.millrace.engine.task.AttemptId;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/**
 * The difference between pull, push and hybrid: where a full chunk of a map attempt goes.
 * Thread-safe.
 */
interface ChunkDelivery {

    /** Whether the attempt must sort its chunks by key, because no later step does. */
    boolean wantsSorted();

    /**
     * Offers a chunk of an attempt that may yet fail. Copies its records while there is room for
     * them, whole partitions at a time. The caller still owns the chunk, and makes runs of the
     * rest.
     *
     * @param sorted whether the chunk is sorted by key; if not, this may sort it by partition
     * @return the first partition that was not copied; the number of partitions if all were
     */
    int accept(AttemptId attempt, long sequence, Chunk chunk, boolean sorted)
            throws IOException, InterruptedException;

    /** The copied blocks of a partition, of committed attempts only, in merge order. */
    List<StreamBlock> blocks(int partition, Predicate<AttemptId> committed);

    /** Gives back everything. */
    void close();

    /** Each map attempt keeps its own streams; reduce attempts pull from all of them. */
    final class Pull implements ChunkDelivery {

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
}
