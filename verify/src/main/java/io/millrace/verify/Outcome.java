package io.millrace.verify;

import java.util.List;

/**
 * What a run of a program left behind.
 *
 * @param jobs how each of its jobs ended, in order
 * @param files what its jobs wrote
 */
public record Outcome(List<FinishedJob> jobs, OutputTree files) {
    /**
     * A counter of Hadoop's own, for instance {@code TaskCounter.SPILLED_RECORDS}, summed over all
     * jobs; 0 where absent.
     */
    public long total(Enum<?> counter) {
        String key = counter.getDeclaringClass().getName() + ":" + counter.name();
        return jobs.stream().mapToLong(job -> job.counters().getOrDefault(key, 0L)).sum();
    }
}
