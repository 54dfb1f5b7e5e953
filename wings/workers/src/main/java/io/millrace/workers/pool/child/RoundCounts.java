package io.millrace.workers.pool.child;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.mapred.Counters;

/**
 * The counts of a worker's rounds of partial reduce, by partition. They go the way of the records:
 * the reduce attempt that reads the results reports them, so those of an attempt that fails, or of
 * a worker that is lost, count as little as its results. Thread-safe.
 */
final class RoundCounts {

    @GuardedBy("this")
    private final Map<Integer, Counters> byPartition = new HashMap<>();

    /** Adds the counts of a round whose results are used. */
    synchronized void add(int partition, Counters counted) {
        byPartition.computeIfAbsent(partition, each -> new Counters()).incrAllCounters(counted);
    }

    /** Adds what was counted for a partition to the counters of its reduce attempt. */
    synchronized void addTo(Counters attempt, int partition) {
        Counters counted = byPartition.get(partition);
        if (counted != null) {
            attempt.incrAllCounters(counted);
        }
    }
}
