package io.millrace.daemons;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * The configuration of a cluster on this machine, as the manual's pseudo-distributed mode: the
 * defaults, except for addresses, directories, replicas, and the manual's own settings. One thread
 * writes it.
 */
final class ClusterSettings {

    private static final int PORTS = 6;
    private static final int MOST_REPLICAS = 2;
    private static final String LOG4J =
            """
            log4j.rootLogger=INFO,console
            log4j.appender.console=org.apache.log4j.ConsoleAppender
            log4j.appender.console.layout=org.apache.log4j.PatternLayout
            log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c: %m%n
            """;

    private final Path folder;
    private final ClusterShape shape;
    private final Network network;
    private final Path conf;

    /** Files and settings that all servers, tasks and clients share. */
    private final Map<String, Map<String, String>> shared = new LinkedHashMap<>();

    /** Writes the files of the masters and clients below a directory. */
    ClusterSettings(Path folder, ClusterShape shape, Network network) throws IOException {
        this.folder = folder;
        this.shape = shape;
        this.network = network;
        conf = folder.resolve("conf");
        Ports ports = new Ports(network.master().host(), PORTS);
        shared.put("core-site.xml", core(ports));
        shared.put("hdfs-site.xml", hdfs());
        shared.put("yarn-site.xml", yarn(ports));
        shared.put("mapred-site.xml", mapred());
        shared.put("capacity-scheduler.xml", scheduler());
        if (shape.encrypted()) {
            Map<String, Map<String, String>> files =
                    new TlsFiles(folder, shape.java(), network, shape.nodes()).settings();
            shared.putAll(files);
        }
        write(conf, Map.of());
    }

    private Map<String, String> core(Ports ports) {
        Map<String, String> core = new LinkedHashMap<>();
        core.put("fs.defaultFS", "hdfs://" + ports.next());
        core.put("hadoop.tmp.dir", folder.resolve("data").toString());
        return core;
    }

    private Map<String, String> hdfs() {
        Map<String, String> hdfs = new LinkedHashMap<>();
        hdfs.put("dfs.replication", String.valueOf(Math.min(MOST_REPLICAS, shape.nodes())));
        hdfs.put("dfs.namenode.http-address", network.master().host() + ":0");
        // Nodes have addresses without names.
        hdfs.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
        return hdfs;
    }

    private Map<String, String> yarn(Ports ports) {
        Map<String, String> yarn = new LinkedHashMap<>();
        yarn.put("yarn.resourcemanager.hostname", network.master().host());
        yarn.put("yarn.resourcemanager.address", ports.next());
        yarn.put("yarn.resourcemanager.scheduler.address", ports.next());
        yarn.put("yarn.resourcemanager.resource-tracker.address", ports.next());
        yarn.put("yarn.resourcemanager.admin.address", ports.next());
        yarn.put("yarn.resourcemanager.webapp.address", ports.next());
        yarn.put("yarn.nodemanager.aux-services", "mapreduce_shuffle");
        yarn.put("yarn.application.classpath", conf + "," + shape.jars().resolve("*"));
        // JVMs reserve more addresses than they use, and a disk that is nearly full still has room.
        yarn.put("yarn.nodemanager.vmem-check-enabled", "false");
        yarn.put(
                "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage",
                "100");
        return yarn;
    }

    private Map<String, String> mapred() {
        Map<String, String> mapred = new LinkedHashMap<>();
        mapred.put("mapreduce.framework.name", "yarn");
        mapred.put("mapreduce.application.classpath", shape.jars().resolve("*").toString());
        mapred.put("mapreduce.shuffle.port", "0");
        mapred.put("mapreduce.shuffle.ssl.enabled", String.valueOf(shape.encrypted()));
        // The Guice of masters before Hadoop 3.5 needs it, and a client of 3.5 does not add it.
        mapred.put(
                "yarn.app.mapreduce.am.admin-command-opts",
                "--add-opens=java.base/java.lang=ALL-UNNAMED");
        return mapred;
    }

    /** As the file that comes with Hadoop has it; application masters may fill half a cluster. */
    private static Map<String, String> scheduler() {
        return Map.of(
                "yarn.scheduler.capacity.root.queues",
                "default",
                "yarn.scheduler.capacity.root.default.capacity",
                "100",
                "yarn.scheduler.capacity.maximum-am-resource-percent",
                "0.5");
    }

    /** Writes the files of a node, and returns their directory. */
    Path node(int index) throws IOException {
        String host = network.node(index).host();
        Path own = folder.resolve("node" + index);
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("hadoop.tmp.dir", own.resolve("data").toString());
        settings.put("dfs.datanode.hostname", host);
        settings.put("yarn.nodemanager.hostname", host);
        for (String address :
                List.of(
                        "dfs.datanode.address",
                        "dfs.datanode.http.address",
                        "dfs.datanode.ipc.address",
                        "yarn.nodemanager.address",
                        "yarn.nodemanager.localizer.address",
                        "yarn.nodemanager.webapp.address")) {
            settings.put(address, host + ":0");
        }
        settings.put("yarn.nodemanager.log-dirs", own.resolve("containers").toString());
        Path files = own.resolve("conf");
        write(files, settings);
        return files;
    }

    /** Each file with the shape's settings and {@code own}, so that no default comes after them. */
    private void write(Path directory, Map<String, String> own) throws IOException {
        Files.createDirectories(directory);
        for (Map.Entry<String, Map<String, String>> file : shared.entrySet()) {
            Configuration settings = new Configuration(false);
            file.getValue().forEach(settings::set);
            if (file.getKey().endsWith("-site.xml")) {
                shape.settings().forEach(settings::set);
                own.forEach(settings::set);
            }
            try (OutputStream out = Files.newOutputStream(directory.resolve(file.getKey()))) {
                settings.writeXml(out);
            }
        }
        Files.writeString(directory.resolve("log4j.properties"), LOG4J);
        // Pages that are not in the jars, and that servers do not start without.
        for (String pages : List.of("hdfs", "datanode")) {
            Files.createDirectories(directory.resolve("webapps").resolve(pages));
        }
    }

    /** The directory of the files of masters and clients. */
    Path folder() {
        return conf;
    }

    /** For clients in this process, which do not wait long for a missing server. */
    Configuration forClients() {
        Configuration clients = new Configuration();
        shared.values().forEach(file -> file.forEach(clients::set));
        shape.settings().forEach(clients::set);
        clients.set("yarn.resourcemanager.connect.max-wait.ms", "20000");
        clients.set("yarn.resourcemanager.connect.retry-interval.ms", "500");
        return clients;
    }
}
