package io.millrace.engine.job.remote;

import java.io.IOException;
import java.util.BitSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The processes that run all tasks of a job and keep its map output: each holds the partitions that
 * it reduces. Thread-safe.
 */
public interface Workers {

    /** Their number. */
    int count();

    /** Tasks that each of them runs at a time. */
    int slots();

    /** The worker that reduces a partition, from 0. */
    int ownerOf(int partition);

    /** Chooses which map task starts next; null if it makes no difference which worker runs it. */
    @Nullable Placement placement();

    /**
     * The map tasks that have ended, and whose output for some partitions was lost with a worker.
     *
     * @param partitions those that are still to be reduced
     */
    BitSet lostOutputs(BitSet partitions);

    /**
     * Sets what is called once, on any thread, when so many processes have ended that the job must
     * fail. Set before the first attempt.
     */
    void whenExhausted(Consumer<IOException> failed);
}
