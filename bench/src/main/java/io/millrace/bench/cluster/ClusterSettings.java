package io.millrace.bench.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The configuration of a pseudo-distributed Hadoop, as in its manual: the defaults, except for
 * addresses, directories, one replica, and the manual's own settings.
 */
final class ClusterSettings {

    private static final int PORTS = 6;
    private static final String ANY_PORT = Ports.HOST + ":0";
    private static final String LOG4J =
            """
            log4j.rootLogger=INFO,console
            log4j.appender.console=org.apache.log4j.ConsoleAppender
            log4j.appender.console.layout=org.apache.log4j.PatternLayout
            log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c: %m%n
            """;

    private final Path conf;
    private final Configuration all = new Configuration(false);

    /** Writes the files below {@code folder}, for servers whose jars are in {@code jars}. */
    ClusterSettings(Path folder, Path jars) throws IOException {
        conf = Files.createDirectories(folder.resolve("conf"));
        Ports ports = new Ports(PORTS);
        write("core-site.xml", core(folder, ports));
        write("hdfs-site.xml", hdfs());
        write("yarn-site.xml", yarn(folder, ports, jars));
        write("capacity-scheduler.xml", scheduler());
        write("mapred-site.xml", mapred(jars));
        Files.writeString(conf.resolve("log4j.properties"), LOG4J);
        // Pages that are not in the jars, and that servers do not start without.
        for (String pages : List.of("hdfs", "datanode")) {
            Files.createDirectories(conf.resolve("webapps").resolve(pages));
        }
    }

    private static Configuration core(Path folder, Ports ports) {
        Configuration core = new Configuration(false);
        core.set("fs.defaultFS", "hdfs://" + ports.next());
        core.set("hadoop.tmp.dir", folder.resolve("data").toString());
        return core;
    }

    private static Configuration hdfs() {
        Configuration hdfs = new Configuration(false);
        hdfs.set("dfs.replication", "1");
        hdfs.set("dfs.namenode.http-address", ANY_PORT);
        hdfs.set("dfs.datanode.address", ANY_PORT);
        hdfs.set("dfs.datanode.http.address", ANY_PORT);
        hdfs.set("dfs.datanode.ipc.address", ANY_PORT);
        return hdfs;
    }

    private Configuration yarn(Path folder, Ports ports, Path jars) {
        Configuration yarn = new Configuration(false);
        yarn.set("yarn.resourcemanager.hostname", Ports.HOST);
        yarn.set("yarn.resourcemanager.address", ports.next());
        yarn.set("yarn.resourcemanager.scheduler.address", ports.next());
        yarn.set("yarn.resourcemanager.resource-tracker.address", ports.next());
        yarn.set("yarn.resourcemanager.admin.address", ports.next());
        yarn.set("yarn.resourcemanager.webapp.address", ports.next());
        yarn.set("yarn.nodemanager.hostname", Ports.HOST);
        yarn.set("yarn.nodemanager.address", ANY_PORT);
        yarn.set("yarn.nodemanager.localizer.address", ANY_PORT);
        yarn.set("yarn.nodemanager.webapp.address", ANY_PORT);
        yarn.set("yarn.nodemanager.log-dirs", folder.resolve("containers").toString());
        yarn.set("yarn.nodemanager.aux-services", "mapreduce_shuffle");
        yarn.set("yarn.application.classpath", conf + "," + jars.resolve("*"));
        // JVMs reserve more addresses than they use, and a disk that is nearly full still has room.
        yarn.set("yarn.nodemanager.vmem-check-enabled", "false");
        yarn.set(
                "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage",
                "100");
        return yarn;
    }

    /** As the file that comes with Hadoop has it. */
    private static Configuration scheduler() {
        Configuration scheduler = new Configuration(false);
        scheduler.set("yarn.scheduler.capacity.root.queues", "default");
        scheduler.set("yarn.scheduler.capacity.root.default.capacity", "100");
        return scheduler;
    }

    private static Configuration mapred(Path jars) {
        Configuration mapred = new Configuration(false);
        mapred.set("mapreduce.framework.name", "yarn");
        mapred.set("mapreduce.application.classpath", jars.resolve("*").toString());
        mapred.set("mapreduce.shuffle.port", "0");
        return mapred;
    }

    private void write(String name, Configuration settings) throws IOException {
        try (OutputStream out = Files.newOutputStream(conf.resolve(name))) {
            settings.writeXml(out);
        }
        settings.forEach(setting -> all.set(setting.getKey(), setting.getValue()));
    }

    /** The directory of the files. */
    Path folder() {
        return conf;
    }

    /** For clients in this process, which do not wait long for a missing server. */
    Configuration forClients() {
        Configuration clients = new Configuration();
        all.forEach(setting -> clients.set(setting.getKey(), setting.getValue()));
        clients.set("yarn.resourcemanager.connect.max-wait.ms", "20000");
        clients.set("yarn.resourcemanager.connect.retry-interval.ms", "500");
        return clients;
    }
}
