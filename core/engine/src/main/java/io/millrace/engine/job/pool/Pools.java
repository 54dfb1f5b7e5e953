package io.millrace.engine.job.pool;

import java.time.Duration;

/** The three thread pools of a process. */
public record Pools(FairPool map, FairPool sort, FairPool reduce, ExclusiveAttempt exclusive)
        implements AutoCloseable {

    /** How long an idle thread stays. */
    private static final Duration IDLE = Duration.ofSeconds(5);

    public static Pools of(int mapThreads, int sortThreads, int reduceThreads) {
        return new Pools(
                new FairPool("map", mapThreads, IDLE),
                new FairPool("sort", sortThreads, IDLE),
                new FairPool("reduce", reduceThreads, IDLE),
                new ExclusiveAttempt());
    }

    @Override
    public void close() {
        map.close();
        sort.close();
        reduce.close();
    }
}
