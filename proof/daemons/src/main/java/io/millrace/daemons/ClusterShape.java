package io.millrace.daemons;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parts and settings of a cluster. Immutable.
 *
 * @param jars directory of Hadoop's jars, those of the servers among them
 * @param java the JDK of the servers and of the tasks
 * @param nodes nodes with a DataNode and a NodeManager each
 * @param namespaces whether each node is to have a network namespace, where the machine allows it
 * @param megabits rate of each node's network in each direction, in Mbit/s; 0 for no limit. Only
 *     namespaces have a rate
 * @param encrypted whether reduce tasks fetch over TLS
 * @param options more options of the servers' JVMs
 * @param settings more settings for servers, tasks and clients
 */
public record ClusterShape(
        Path jars,
        Path java,
        int nodes,
        boolean namespaces,
        int megabits,
        boolean encrypted,
        List<String> options,
        Map<String, String> settings) {

    public ClusterShape {
        options = List.copyOf(options);
        settings = Map.copyOf(settings);
    }

    /** One node on the loopback interface, with this JVM's JDK. */
    public static ClusterShape of(Path jars) {
        return new ClusterShape(
                jars,
                Path.of(System.getProperty("java.home")),
                1,
                false,
                0,
                false,
                List.of(),
                Map.of());
    }

    public ClusterShape withNodes(int count) {
        return new ClusterShape(
                jars, java, count, namespaces, megabits, encrypted, options, settings);
    }

    public ClusterShape withJava(Path home) {
        return new ClusterShape(
                jars, home, nodes, namespaces, megabits, encrypted, options, settings);
    }

    /** Each node in a network namespace; {@code rate} in Mbit/s, or 0. */
    public ClusterShape inNamespaces(int rate) {
        return new ClusterShape(jars, java, nodes, true, rate, encrypted, options, settings);
    }

    /** Why nodes on this machine cannot have a namespace, nor a rate; empty if they can. */
    public static Optional<String> namespacesHindrance() {
        return Namespaces.hindrance();
    }

    /** The shuffle over TLS. */
    public ClusterShape encrypting() {
        return new ClusterShape(jars, java, nodes, namespaces, megabits, true, options, settings);
    }

    /** One more setting, over what the cluster has by itself. */
    public ClusterShape with(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(settings);
        more.put(key, value);
        return new ClusterShape(jars, java, nodes, namespaces, megabits, encrypted, options, more);
    }

    /** Servers that start fast, and are slower later. */
    public ClusterShape startingFast() {
        List<String> fast =
                List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-Xss512k");
        return new ClusterShape(jars, java, nodes, namespaces, megabits, encrypted, fast, settings);
    }

    /**
     * Small containers and short waits for what is lost, so that a small machine can test faults.
     */
    public ClusterShape forFaults() {
        return startingFast()
                .with("yarn.nm.liveness-monitor.expiry-interval-ms", "10000")
                .with("yarn.scheduler.minimum-allocation-mb", "128")
                .with("yarn.nodemanager.resource.memory-mb", "3072")
                .with("yarn.app.mapreduce.am.resource.mb", "512")
                .with(
                        "yarn.app.mapreduce.am.command-opts",
                        "-Xmx384m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
                .with("mapreduce.map.memory.mb", "512")
                .with("mapreduce.reduce.memory.mb", "512")
                .with(
                        "mapreduce.map.java.opts",
                        "-Xmx320m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
                .with(
                        "mapreduce.reduce.java.opts",
                        "-Xmx320m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
                .with("mapreduce.task.io.sort.mb", "64")
                // Without a history server, only the application master knows the end of a job.
                .with("mapreduce.client.completion.pollinterval", "500")
                .with("dfs.heartbeat.interval", "1")
                .with("dfs.namenode.heartbeat.recheck-interval", "2000")
                .with("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER")
                .with("ipc.client.connect.max.retries", "3")
                .with("ipc.client.connect.timeout", "3000")
                .with("ipc.client.connect.max.retries.on.timeouts", "2")
                .with("yarn.client.nodemanager-connect.max-wait-ms", "5000")
                .with("mapreduce.reduce.shuffle.connect.timeout", "5000")
                .with("mapreduce.reduce.shuffle.read.timeout", "10000");
    }
}
