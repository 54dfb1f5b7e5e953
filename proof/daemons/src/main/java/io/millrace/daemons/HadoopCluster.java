package io.millrace.daemons;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running Hadoop. Its servers end when it is closed, when starting one fails, and with this JVM.
 * One thread starts and closes it; any thread may use it in between.
 */
public final class HadoopCluster implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HadoopCluster.class);
    private static final long SECONDS_TO_START = 300;
    private static final long SECONDS_TO_HAPPEN = 120;
    private static final long SECONDS_TO_CALM_DOWN = 60;
    private static final long POLL_MILLIS = 100;
    private static final Pattern BLOCK = Pattern.compile("blk_\\d+");
    private static final String HDFS = "org.apache.hadoop.hdfs.server.";
    private static final String YARN = "org.apache.hadoop.yarn.server.";

    private final Path folder;
    private final ClusterShape shape;
    private final Network network;
    private final ClusterSettings settings;
    private final Configuration clients;
    private final List<Daemon> servers = Collections.synchronizedList(new ArrayList<>());
    private final List<Daemon> dataNodes = Collections.synchronizedList(new ArrayList<>());
    private final List<Daemon> nodeManagers = Collections.synchronizedList(new ArrayList<>());
    private final Thread atExit = new Thread(this::end, "millrace-end-of-daemons");
    private boolean closed;

    private HadoopCluster(Path folder, ClusterShape shape, Network network) throws IOException {
        this.folder = folder;
        this.shape = shape;
        this.network = network;
        settings = new ClusterSettings(folder, shape, network);
        clients = settings.forClients();
    }

    /** Starts the servers and waits until they can work. All that they write goes with them. */
    public static HadoopCluster start(ClusterShape shape)
            throws IOException, InterruptedException, DaemonException {
        Network network = network(shape);
        HadoopCluster cluster =
                new HadoopCluster(Files.createTempDirectory("millrace-hadoop"), shape, network);
        Runtime.getRuntime().addShutdownHook(cluster.atExit);
        boolean started = false;
        try {
            cluster.startServers();
            started = true;
            return cluster;
        } finally {
            if (!started) {
                cluster.close();
            }
        }
    }

    private static Network network(ClusterShape shape) throws IOException {
        if (!shape.namespaces()) {
            return new Loopback();
        }
        Optional<String> hindrance = Namespaces.hindrance();
        if (hindrance.isPresent()) {
            LOG.warn(
                    "All nodes use the loopback interface, without a limited rate: {}",
                    hindrance.get());
            return new Loopback();
        }
        return Namespaces.open(shape.nodes(), shape.megabits());
    }

    private void startServers() throws IOException, InterruptedException, DaemonException {
        Path conf = settings.folder();
        Place master = network.master();
        String nameNode = HDFS + "namenode.NameNode";
        Daemon.start(folder, conf, shape, master, nameNode, "-format", "-nonInteractive")
                .requireSuccess();
        servers.add(Daemon.start(folder, conf, shape, master, nameNode));
        servers.add(
                Daemon.start(
                        folder, conf, shape, master, YARN + "resourcemanager.ResourceManager"));
        for (int node = 0; node < shape.nodes(); node++) {
            dataNodes.add(startOn(node, HDFS + "datanode.DataNode"));
            nodeManagers.add(startOn(node, YARN + "nodemanager.NodeManager"));
        }
        await(SECONDS_TO_START, "HDFS did not become ready", this::hdfsIsReady);
        await(SECONDS_TO_START, "YARN did not become ready", this::yarnIsReady);
    }

    private Daemon startOn(int node, String main) throws IOException {
        Path conf = settings.node(node);
        Daemon started =
                Daemon.start(
                        Objects.requireNonNull(conf.getParent()),
                        conf,
                        shape,
                        network.node(node),
                        main);
        servers.add(started);
        return started;
    }

    private boolean hdfsIsReady() throws IOException {
        DistributedFileSystem files = (DistributedFileSystem) files();
        return files.getDataNodeStats(HdfsConstants.DatanodeReportType.LIVE).length == shape.nodes()
                && !files.isInSafeMode();
    }

    private boolean yarnIsReady() throws IOException, YarnException {
        return runningNodes() == shape.nodes();
    }

    /** Nodes that can run tasks, as the ResourceManager knows. */
    public int runningNodes() throws IOException, YarnException {
        try (YarnClient yarn = YarnClient.createYarnClient()) {
            yarn.init(clients);
            yarn.start();
            return yarn.getNodeReports(NodeState.RUNNING).size();
        }
    }

    private void await(long seconds, String otherwise, Callable<Boolean> condition)
            throws IOException, InterruptedException, DaemonException {
        long deadline = System.nanoTime() + seconds * 1_000_000_000;
        @Nullable Exception last = null;
        while (System.nanoTime() < deadline) {
            for (Daemon server : List.copyOf(servers)) {
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
        throw new DaemonException(otherwise + " within " + seconds + " s: " + last, last);
    }

    /** The directory with the files that a client needs. */
    public Path conf() {
        return settings.folder();
    }

    /** The configuration of a client in this JVM: a copy, which the caller may change. */
    public Configuration clients() {
        return new Configuration(clients);
    }

    /** Its HDFS. */
    public FileSystem files() throws IOException {
        return FileSystem.get(clients);
    }

    /** The servers' processes. */
    public List<ProcessHandle> processes() {
        return servers.stream().map(Daemon::handle).toList();
    }

    /** The DataNode of a node. */
    public Daemon dataNode(int node) {
        return dataNodes.get(node);
    }

    /** The files of a DataNode with the bytes of blocks, without their checksums. */
    public List<Path> blocks(int node) throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("node" + node).resolve("data"))) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> BLOCK.matcher(file.getFileName().toString()).matches())
                    .toList();
        }
    }

    /** The NodeManager of a node. */
    public Daemon nodeManager(int node) {
        return nodeManagers.get(node);
    }

    /**
     * Waits for something that the cluster does.
     *
     * @param what what did not happen, if it does not within two minutes
     */
    public void await(String what, Callable<Boolean> condition)
            throws IOException, InterruptedException, DaemonException {
        await(SECONDS_TO_HAPPEN, what, condition);
    }

    /** Lines with a word in the logs of all tasks so far. */
    public List<String> taskLines(String word) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int node = 0; node < shape.nodes(); node++) {
            Path logs = folder.resolve("node" + node).resolve("containers");
            if (Files.exists(logs)) {
                try (Stream<Path> files = Files.walk(logs)) {
                    for (Path log : files.filter(Files::isRegularFile).toList()) {
                        try (Stream<String> all = Files.lines(log)) {
                            all.filter(line -> line.contains(word)).forEach(lines::add);
                        }
                    }
                }
            }
        }
        return lines;
    }

    /** Ends a node's NodeManager and all its tasks at once, as when a machine fails. */
    public void failNode(int node) {
        nodeManagers.get(node).kill();
        containers().stream()
                .filter(process -> commandLine(process).contains(folder + "/node" + node + "/"))
                .forEach(ProcessHandle::destroyForcibly);
    }

    /**
     * Cuts a node off from the network, or joins it again. Its processes do not notice. Nothing
     * happens without network namespaces.
     */
    public void link(int node, boolean up) throws IOException {
        network.link(node, up);
    }

    /** The JVMs of application masters. */
    public List<ProcessHandle> masters() {
        return containers().stream()
                .filter(process -> commandLine(process).contains("MRAppMaster"))
                .filter(process -> !commandLine(process).contains("bash"))
                .toList();
    }

    /** Whether a node runs an application master. */
    public boolean hasMaster(int node) {
        return containers().stream()
                .map(HadoopCluster::commandLine)
                .anyMatch(line ->
                        line.contains("MRAppMaster")
                                && line.contains(folder + "/node" + node + "/"));
    }

    /** The JVMs of tasks whose command line has a word, such as {@code _m_000003_}. */
    public List<ProcessHandle> tasks(String word) {
        return containers().stream()
                .filter(process -> commandLine(process).contains("YarnChild"))
                .filter(process -> commandLine(process).contains(word))
                .filter(process -> !commandLine(process).contains("bash"))
                .toList();
    }

    /** Processes that name this cluster's directory; those of a killed NodeManager as well. */
    private List<ProcessHandle> containers() {
        return ProcessHandle.allProcesses()
                .filter(process -> commandLine(process).contains(folder + "/node"))
                .filter(process -> !processes().contains(process))
                .toList();
    }

    private static String commandLine(ProcessHandle process) {
        return process.info().commandLine().orElse("");
    }

    /** Waits until no task runs: application masters stay for some seconds after their job. */
    public void awaitCalm() throws IOException, InterruptedException, DaemonException {
        await(
                SECONDS_TO_CALM_DOWN,
                "tasks of Hadoop's did not end",
                () -> servers.stream().allMatch(server -> server.children() == 0));
    }

    private void end() {
        List<Daemon> ending = new ArrayList<>(List.copyOf(servers));
        Collections.reverse(ending);
        ending.forEach(Daemon::end);
        Daemon.end(containers());
        try {
            try {
                network.close();
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            System.err.println("millrace: cannot remove all of " + folder + ": " + e.getMessage());
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            try {
                files().close();
            } finally {
                end();
                Runtime.getRuntime().removeShutdownHook(atExit);
            }
        }
    }
}
