package io.millrace.workers.pool;

/**
 * The partitions that each worker reduces: neighbours, about equally many. Immutable.
 *
 * @param workers the number of workers
 * @param partitions the number of partitions
 */
public record PartitionRanges(int workers, int partitions) {

    /** The first partition of a worker. */
    public int first(int worker) {
        return (int) ((long) worker * partitions / workers);
    }

    /** The partition after a worker's last one. */
    public int end(int worker) {
        return first(worker + 1);
    }

    /** The worker that has a partition. */
    public int ownerOf(int partition) {
        return (int) (((partition + 1L) * workers - 1) / partitions);
    }
}
