package io.millrace.cluster.config;

import io.millrace.engine.config.Key;
import io.millrace.formats.config.KeySource;
import java.util.List;

/** The keys of jobs that run on a cluster with the plug-ins. */
public final class ClusterKeys implements KeySource {

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

    private static final List<Key<?>> ALL = List.of(CONVERSIONS, RETRY_ON_DISK);

    @Override
    public List<Key<?>> keys() {
        return ALL;
    }
}
