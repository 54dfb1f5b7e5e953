package io.millrace.bench.plugins;

import io.millrace.bench.job.BenchException;
import io.millrace.daemons.ClusterShape;
import io.millrace.daemons.DaemonException;
import io.millrace.daemons.HadoopCluster;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The cluster of the study. Containers are small, so that a few tasks run on each node at a time,
 * and heartbeats are short, so that waiting for them is in proportion to short jobs. No task runs
 * twice at a time: that would depend on what else the machine does.
 */
final class StudyCluster {

    /** JVM options of tasks. */
    static final String TASK_OPTIONS = "-Xmx512m -XX:+UseSerialGC";

    private static final String CONTAINER_MB = "768";
    private static final String NODE_MB = "3072";
    private static final String HEARTBEAT_MILLIS = "200";

    private StudyCluster() {}

    /**
     * Starts it.
     *
     * @param jars of Hadoop's servers
     * @param megabits rate of each node in each direction, in Mbit/s; 0 for no limit
     */
    static HadoopCluster start(Path jars, int nodes, int megabits)
            throws IOException, InterruptedException, BenchException {
        ClusterShape shape =
                ClusterShape.of(jars)
                        .withNodes(nodes)
                        .inNamespaces(megabits)
                        .startingFast()
                        .with("yarn.scheduler.minimum-allocation-mb", CONTAINER_MB)
                        .with("yarn.nodemanager.resource.memory-mb", NODE_MB)
                        .with(
                                "yarn.resourcemanager.nodemanagers.heartbeat-interval-ms",
                                HEARTBEAT_MILLIS)
                        .with(
                                "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms",
                                HEARTBEAT_MILLIS)
                        .with("yarn.app.mapreduce.am.resource.mb", CONTAINER_MB)
                        .with("yarn.app.mapreduce.am.command-opts", TASK_OPTIONS)
                        .with("mapreduce.map.speculative", "false")
                        .with("mapreduce.reduce.speculative", "false")
                        .with("mapreduce.map.memory.mb", CONTAINER_MB)
                        .with("mapreduce.reduce.memory.mb", CONTAINER_MB)
                        .with("mapreduce.map.java.opts", TASK_OPTIONS)
                        .with("mapreduce.reduce.java.opts", TASK_OPTIONS)
                        .with("mapreduce.client.completion.pollinterval", HEARTBEAT_MILLIS)
                        .with("mapreduce.client.progressmonitor.pollinterval", HEARTBEAT_MILLIS);
        try {
            return HadoopCluster.start(shape);
        } catch (DaemonException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
    }
}
