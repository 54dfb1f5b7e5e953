package io.millrace.bench.plugins;

import java.util.List;

/**
 * Measurements of jobs, as the cluster's job history has them. Phases are averages over the job's
 * reduce tasks; those of several jobs are added.
 *
 * @param seconds from the first to the last moment of the job, as its application master counts
 * @param mapSeconds until the last map task has ended
 * @param shuffleSeconds the exposed shuffle: from then on until a reduce task has its input
 * @param sortSeconds the final merge
 * @param reduceSeconds the final reduce and the output
 * @param mapCpuSeconds processor time of all map tasks
 * @param reduceCpuSeconds processor time of all reduce tasks
 * @param shuffledBytes bytes that reduce tasks fetched
 * @param failedAttempts attempts of tasks that did not succeed
 * @param reducesOnOneNode the most reduce tasks that ran on the same node: its network is theirs
 */
public record JobTimes(
        double seconds,
        double mapSeconds,
        double shuffleSeconds,
        double sortSeconds,
        double reduceSeconds,
        double mapCpuSeconds,
        double reduceCpuSeconds,
        double shuffledBytes,
        double failedAttempts,
        double reducesOnOneNode) {

    private static final JobTimes NONE = new JobTimes(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** The jobs of one run together. */
    static JobTimes sum(List<JobTimes> jobs) {
        return jobs.stream().reduce(NONE, JobTimes::plus);
    }

    private JobTimes plus(JobTimes other) {
        return new JobTimes(
                seconds + other.seconds,
                mapSeconds + other.mapSeconds,
                shuffleSeconds + other.shuffleSeconds,
                sortSeconds + other.sortSeconds,
                reduceSeconds + other.reduceSeconds,
                mapCpuSeconds + other.mapCpuSeconds,
                reduceCpuSeconds + other.reduceCpuSeconds,
                shuffledBytes + other.shuffledBytes,
                failedAttempts + other.failedAttempts,
                Math.max(reducesOnOneNode, other.reducesOnOneNode));
    }

    /**
     * The time with an ideal, instant shuffle, as the paper estimates it: the shorter one of the
     * shuffle and the work after it is hidden.
     */
    double idealSeconds() {
        return seconds - Math.min(shuffleSeconds, sortSeconds + reduceSeconds);
    }
}
