package io.millrace.bench.cluster;

import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.OutputDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;

/**
 * A running Hadoop. Its servers end when it is closed, when starting one fails, and with this JVM.
 */
public final class HadoopCluster implements AutoCloseable {

    private static final long SECONDS_TO_START = 120;
    private static final long SECONDS_TO_CALM_DOWN = 60;
    private static final long POLL_MILLIS = 100;

    private final Path folder;
    private final ClusterSettings settings;
    private final Configuration clients;
    private final List<Server> servers = Collections.synchronizedList(new ArrayList<>());
    private final Thread atExit = new Thread(this::end, "millrace-bench-end-of-servers");
    private boolean closed;

    private HadoopCluster(Path folder, Path jars) throws IOException {
        this.folder = folder;
        settings = new ClusterSettings(folder, jars);
        clients = settings.forClients();
    }

    /**
     * Starts the servers and waits until they can work. All that they write goes with them.
     *
     * @param jars the directory of Hadoop's jars, those of the servers among them
     */
    public static HadoopCluster start(Path jars)
            throws IOException, InterruptedException, BenchException {
        HadoopCluster cluster =
                new HadoopCluster(Files.createTempDirectory("millrace-hadoop"), jars);
        Runtime.getRuntime().addShutdownHook(cluster.atExit);
        try {
            cluster.startServers(jars);
            return cluster;
        } catch (IOException | InterruptedException | BenchException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void startServers(Path jars) throws IOException, InterruptedException, BenchException {
        Path conf = settings.folder();
        String hdfs = "org.apache.hadoop.hdfs.server.";
        String yarn = "org.apache.hadoop.yarn.server.";
        Server.start(folder, conf, jars, hdfs + "namenode.NameNode", "-format", "-nonInteractive")
                .requireSuccess();
        servers.add(Server.start(folder, conf, jars, hdfs + "namenode.NameNode"));
        servers.add(Server.start(folder, conf, jars, hdfs + "datanode.DataNode"));
        servers.add(Server.start(folder, conf, jars, yarn + "resourcemanager.ResourceManager"));
        servers.add(Server.start(folder, conf, jars, yarn + "nodemanager.NodeManager"));
        await(SECONDS_TO_START, "HDFS did not become ready", this::hdfsIsReady);
        await(SECONDS_TO_START, "YARN did not become ready", this::yarnIsReady);
    }

    private boolean hdfsIsReady() throws IOException {
        DistributedFileSystem files = (DistributedFileSystem) files();
        return files.getDataNodeStats(HdfsConstants.DatanodeReportType.LIVE).length > 0
                && !files.isInSafeMode();
    }

    private boolean yarnIsReady() throws IOException, YarnException {
        try (YarnClient yarn = YarnClient.createYarnClient()) {
            yarn.init(clients);
            yarn.start();
            return !yarn.getNodeReports(NodeState.RUNNING).isEmpty();
        }
    }

    private void await(long seconds, String otherwise, Callable<Boolean> condition)
            throws IOException, InterruptedException, BenchException {
        long deadline = System.nanoTime() + seconds * 1_000_000_000;
        @Nullable Exception last = null;
        while (System.nanoTime() < deadline) {
            for (Server server : List.copyOf(servers)) {
                server.requireAlive();
            }
            try {
                if (condition.call()) {
                    return;
                }
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                last = e; // not yet, or never
            }
            Thread.sleep(POLL_MILLIS);
        }
        throw new BenchException(otherwise + " within " + seconds + " s: " + last, last);
    }

    /** The directory with the files that a client needs. */
    public Path conf() {
        return settings.folder();
    }

    /** Its HDFS. */
    public FileSystem files() throws IOException {
        return FileSystem.get(clients);
    }

    /** The servers' processes. */
    public List<ProcessHandle> processes() {
        return servers.stream().map(Server::handle).toList();
    }

    /** Waits until no task runs: application masters stay for some seconds after their job. */
    public void awaitCalm() throws IOException, InterruptedException, BenchException {
        await(
                SECONDS_TO_CALM_DOWN,
                "tasks of Hadoop's did not end",
                () -> servers.stream().allMatch(server -> server.children() == 0));
    }

    private void end() {
        List<Server> ending = new ArrayList<>(List.copyOf(servers));
        Collections.reverse(ending);
        ending.forEach(Server::end);
        try {
            OutputDirectory.delete(folder);
        } catch (IOException e) {
            System.err.println("millrace: cannot delete " + folder + ": " + e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            files().close();
            end();
            Runtime.getRuntime().removeShutdownHook(atExit);
        }
    }
}
