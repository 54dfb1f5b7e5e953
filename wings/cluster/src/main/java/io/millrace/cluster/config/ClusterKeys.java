package io.millrace.cluster.config;

import io.millrace.engine.config.Key;
import io.millrace.formats.config.KeySource;
import java.util.List;

/** The keys of jobs that run on a cluster, with the plug-ins or in a gang. */
public final class ClusterKeys implements KeySource {

    private static final int MAX_WORKERS = 1_000;
    private static final int DAY_SECONDS = 86_400;

    public static final Key<Boolean> CONVERSIONS =
            Key.flag(
                    "millrace.cluster.fast.paths",
                    false,
                    "Whether tasks of jar --on cluster run the job's classes with quick"
                            + " conversions: adds a Java agent to the options of their JVMs.");

    public static final Key<Boolean> RETRY_ON_DISK =
            Key.flag(
                    "millrace.cluster.reduce.retry.on.disk",
                    false,
                    "Whether repeated attempts of a reduce task write all map outputs to disk before"
                            + " the reducer starts, as with mapreduce.reduce.input.buffer.percent=0."
                            + " jar --on cluster sets it if it raises that key.");

    public static final Key<Integer> GANG_WORKERS =
            Key.integer(
                    "millrace.gang.workers",
                    2,
                    1,
                    MAX_WORKERS,
                    "Number of workers of a job that runs with jar --on gang: map tasks of the"
                            + " cluster that last as long as the job, and run its tasks.");

    public static final Key<Integer> GANG_SLOTS =
            Key.integer(
                    "millrace.gang.slots",
                    2,
                    1,
                    MAX_WORKERS,
                    "Tasks that each worker of a gang runs at a time. Its container has as much"
                            + " memory and as many cores as so many tasks of the job.");

    public static final Key<Integer> GANG_START_SECONDS =
            Key.integer(
                    "millrace.gang.start.seconds",
                    300,
                    1,
                    DAY_SECONDS,
                    "Time for which a gang that has a container waits for those of its other workers,"
                            + " or the workers for one that replaces a lost one, before the job"
                            + " fails.");

    private static final List<Key<?>> ALL =
            List.of(CONVERSIONS, RETRY_ON_DISK, GANG_WORKERS, GANG_SLOTS, GANG_START_SECONDS);

    @Override
    public List<Key<?>> keys() {
        return ALL;
    }

    @Override
    public List<Key<?>> keysWithoutEffect() {
        return ALL;
    }
}
