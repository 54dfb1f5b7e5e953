package io.millrace.bench.contender;

import io.millrace.daemons.ClusterShape;
import io.millrace.daemons.HadoopCluster;
import io.millrace.measure.MeasurementException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The cluster of the study. Containers are small, so that a few tasks run on each node at a time,
 * and heartbeats are short, so that waiting for them is in proportion to short jobs. No task runs
 * twice at a time: that would depend on what else the machine does. As in Hadoop 1, each node has
 * slots for map tasks and slots for reduce tasks: two reduce tasks on one node wait for its network
 * twice as long as two on two nodes.
 */
public final class StudyCluster {

    /** JVM options of tasks. */
    public static final String TASK_OPTIONS = "-Xmx512m -XX:+UseSerialGC";

    /** Memory of a map task. */
    public static final int CONTAINER_MB = 768;

    /** Map tasks and application masters that run on a node at a time. */
    private static final int MAP_SLOTS = 4;

    private static final String HEARTBEAT_MILLIS = "200";

    private StudyCluster() {}

    /**
     * Starts it.
     *
     * @param reduces reduce tasks of each job
     * @param megabits rate of each node in each direction, in Mbit/s; 0 for no limit
     */
    public static HadoopCluster start(Path home, int nodes, int reduces, int megabits)
            throws IOException, InterruptedException, MeasurementException {
        String container = String.valueOf(CONTAINER_MB);
        int reduceSlots = (reduces + nodes - 1) / nodes;
        ClusterShape shape =
                withSlots(Servers.shape(home).withNodes(nodes), reduceSlots)
                        .inNamespaces(megabits)
                        .startingFast()
                        .with("yarn.scheduler.minimum-allocation-mb", container)
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
                        .with("mapreduce.map.java.opts", TASK_OPTIONS)
                        .with("mapreduce.reduce.java.opts", TASK_OPTIONS)
                        .with("mapreduce.client.completion.pollinterval", HEARTBEAT_MILLIS)
                        .with("mapreduce.client.progressmonitor.pollinterval", HEARTBEAT_MILLIS);
        return Servers.start(shape);
    }

    /**
     * Slots as Hadoop 1 had them, of two resources: reduce tasks ask for more memory than all map
     * tasks of a node have, and map tasks for more cores than all its reduce tasks have. Nothing
     * uses what it asks for.
     */
    private static ClusterShape withSlots(ClusterShape shape, int reduceSlots) {
        int reduceMb = (MAP_SLOTS + 1) * CONTAINER_MB;
        int nodeMb = MAP_SLOTS * CONTAINER_MB + reduceSlots * reduceMb;
        int mapCores = reduceSlots + 1;
        int nodeCores = MAP_SLOTS * mapCores + reduceSlots;
        return shape.with(
                        "yarn.scheduler.capacity.resource-calculator",
                        "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator")
                .with("yarn.nodemanager.resource.memory-mb", String.valueOf(nodeMb))
                .with("yarn.nodemanager.resource.cpu-vcores", String.valueOf(nodeCores))
                .with("yarn.scheduler.maximum-allocation-vcores", String.valueOf(nodeCores))
                .with("yarn.app.mapreduce.am.resource.cpu-vcores", String.valueOf(mapCores))
                .with("mapreduce.map.cpu.vcores", String.valueOf(mapCores))
                .with("mapreduce.reduce.memory.mb", String.valueOf(reduceMb));
    }
}
