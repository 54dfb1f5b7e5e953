package io.millrace.engine.job;

import java.util.BitSet;

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

    /**
     * The map tasks that have ended, and whose output for some partitions was lost with a worker.
     *
     * @param partitions those that are still to be reduced
     */
    BitSet lostOutputs(BitSet partitions);
}
