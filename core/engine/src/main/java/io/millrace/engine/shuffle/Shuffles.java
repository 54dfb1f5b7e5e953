package io.millrace.engine.shuffle;

import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.delivery.ChunkDelivery;

/** Opens the shuffle that a plan asks for. */
public final class Shuffles {

    private Shuffles() {}

    /** A shuffle for one job; the caller closes it. */
    public static Shuffle open(ShuffleContext context) {
        return new JobShuffle(context, ChunkDelivery.of(context));
    }
}
