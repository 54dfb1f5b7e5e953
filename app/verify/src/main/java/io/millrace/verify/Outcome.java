package io.millrace.verify;

import java.util.List;

/**
 * The result of a run of a program.
 *
 * @param jobs its jobs, in the order in which they were submitted
 * @param files output of its jobs
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
