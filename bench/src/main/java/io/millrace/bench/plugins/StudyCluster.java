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

    private static final int CONTAINER_MB = 768;

    /** Containers that a node has memory for. */
    private static final int CONTAINERS = 4;

    private static final String HEARTBEAT_MILLIS = "200";

    private StudyCluster() {}

    /**
     * Starts it.
     *
     * @param jars of Hadoop's servers
     * @param reduces reduce tasks of each job
     * @param megabits rate of each node in each direction, in Mbit/s; 0 for no limit
     */
    static HadoopCluster start(Path jars, int nodes, int reduces, int megabits)
            throws IOException, InterruptedException, BenchException {
        String container = String.valueOf(CONTAINER_MB);
        ClusterShape shape =
                spread(ClusterShape.of(jars).withNodes(nodes), reduces)
                        .inNamespaces(megabits)
                        .startingFast()
                        .with("yarn.scheduler.minimum-allocation-mb", container)
                        .with(
                                "yarn.nodemanager.resource.memory-mb",
                                String.valueOf(CONTAINERS * CONTAINER_MB))
                        .with(
                                "yarn.resourcemanager.nodemanagers.heartbeat-interval-ms",
                                HEARTBEAT_MILLIS)
                        .with(
                                "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms",
                                HEARTBEAT_MILLIS)
                        .with("yarn.app.mapreduce.am.resource.mb", container)
                        .with("yarn.app.mapreduce.am.command-opts", TASK_OPTIONS)
                        .with("mapreduce.map.speculative", "false")
                        .with("mapreduce.reduce.speculative", "false")
                        .with("mapreduce.map.memory.mb", container)
                        .with("mapreduce.reduce.memory.mb", container)
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

    /**
     * Gives a node virtual cores for its share of the reduce tasks, with other tasks in the rest of
     * its memory, and not for one reduce task more.
     */
    private static ClusterShape spread(ClusterShape shape, int reduces) {
        int share = (reduces + shape.nodes() - 1) / shape.nodes();
        int cores = share * CONTAINERS + Math.max(0, CONTAINERS - share);
        return shape.with(
                        "yarn.scheduler.capacity.resource-calculator",
                        "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator")
                .with("yarn.nodemanager.resource.cpu-vcores", String.valueOf(cores))
                .with("mapreduce.reduce.cpu.vcores", String.valueOf(CONTAINERS));
    }
}
