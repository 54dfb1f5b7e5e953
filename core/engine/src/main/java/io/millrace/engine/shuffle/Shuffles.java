package io.millrace.engine.shuffle;

import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.plan.ShuffleKind;

/** Opens the shuffle that a plan asks for. */
public final class Shuffles {

    private Shuffles() {}

    /** A shuffle for one job; the caller closes it. */
    public static Shuffle open(ShuffleContext context) {
        Plan plan = context.plan();
        ShuffleKind kind = plan.value(EngineKeys.SHUFFLE_KIND);
        ChunkDelivery delivery =
                switch (kind) {
                    case PULL -> new ChunkDelivery.Pull();
                    case PUSH -> shared(context, 1);
                    case HYBRID -> shared(context, plan.value(EngineKeys.HYBRID_STREAMS));
                    case AUTO ->
                            throw new IllegalArgumentException(
                                    "the plan has no choice of a shuffle");
                };
        return new JobShuffle(context, delivery);
    }

    private static SharedStreams shared(ShuffleContext context, int streamsPerPartition) {
        Plan plan = context.plan();
        return new SharedStreams(
                context.partitions(),
                streamsPerPartition,
                plan.value(EngineKeys.SHUFFLE_LOCK),
                plan.value(EngineKeys.SLAB_KIND),
                context.account(MemoryUse.SHARED_STREAMS));
    }
}
