package io.millrace.engine.shuffle.delivery;

import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.task.AttemptId;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/**
 * The difference between pull, push and hybrid: where a full chunk of a map attempt goes.
 * Thread-safe.
 */
public interface ChunkDelivery {

    /** The delivery of the shuffle that the plan asks for; the caller closes it. */
    static ChunkDelivery of(ShuffleContext context) {
        Plan plan = context.plan();
        return switch (plan.value(EngineKeys.SHUFFLE_KIND)) {
            case PULL -> new PullDelivery();
            case PUSH -> SharedStreams.of(context, 1);
            case HYBRID -> SharedStreams.of(context, plan.value(EngineKeys.HYBRID_STREAMS));
            case AUTO -> throw new IllegalArgumentException("the plan has no choice of a shuffle");
        };
    }

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
}
