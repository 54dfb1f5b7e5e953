package io.millrace.bench.reading;

import io.millrace.bench.job.BenchException;
import io.millrace.bench.peer.ServerJars;
import io.millrace.daemons.ClusterShape;
import io.millrace.daemons.DaemonException;
import io.millrace.daemons.HadoopCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;

/** The ways to read a file of this machine, or one of an HDFS on this machine. */
public final class Ways {

    private static final int KB = 1 << 10;
    private static final int MB = 1 << 20;

    /** Size of the requests of the job in the paper. */
    private static final int PAPER_BYTES = 128 * KB;

    private Ways() {}

    /** Those of a local file; Hadoop's stream is the first. */
    public static Readings local(Path file) throws IOException {
        LocalFileSystem files = FileSystem.getLocal(new Configuration());
        org.apache.hadoop.fs.Path name = new org.apache.hadoop.fs.Path(file.toUri());
        return new Readings(
                List.of(
                        Way.stream("Hadoop's stream, 64 KB", files, name, 64 * KB),
                        Way.stream("Hadoop's stream, 128 KB", files, name, PAPER_BYTES),
                        Way.stream("Hadoop's stream, 1 MB", files, name, MB),
                        Way.positional("positional, 64 KB", file, 64 * KB),
                        Way.positional("positional, 1 MB", file, MB),
                        Way.positional("positional, 8 MB", file, 8 * MB),
                        Way.mapped("mapped, 64 MB", file, 64 * MB)),
                List.of(file));
    }

    /**
     * Measures the ways of a file on HDFS, with a NameNode and a DataNode that run meanwhile:
     * through the DataNode, and short-circuit, from the DataNode's files. The latter needs no
     * native library in Hadoop's legacy form, which is measured here.
     *
     * @throws BenchException if there are no jars of servers, or they do not start
     */
    public static String hdfs(Path home, Path file, int runs)
            throws IOException, InterruptedException, BenchException {
        ServerJars jars = ServerJars.of(home);
        if (jars.hindrance().isPresent()) {
            throw new BenchException("no HDFS can start: " + jars.hindrance().get());
        }
        ClusterShape shape =
                ClusterShape.of(jars.directory())
                        .with("dfs.block.local-path-access.user", System.getProperty("user.name"));
        try (HadoopCluster cluster = HadoopCluster.start(shape)) {
            org.apache.hadoop.fs.Path copy = new org.apache.hadoop.fs.Path("/table");
            cluster.files().copyFromLocalFile(new org.apache.hadoop.fs.Path(file.toUri()), copy);
            Configuration direct = cluster.clients();
            direct.setBoolean(HdfsClientConfigKeys.Read.ShortCircuit.KEY, true);
            direct.setBoolean("dfs.client.use.legacy.blockreader.local", true);
            direct.set(HdfsClientConfigKeys.DFS_CLIENT_CONTEXT, "short-circuit");
            try (FileSystem shortCircuit = FileSystem.newInstance(direct)) {
                requireShortCircuit(shortCircuit, copy);
                return new Readings(
                                List.of(
                                        Way.stream(
                                                "HDFS through the DataNode, 128 KB",
                                                cluster.files(),
                                                copy,
                                                PAPER_BYTES),
                                        Way.stream(
                                                "HDFS short-circuit, 128 KB",
                                                shortCircuit,
                                                copy,
                                                PAPER_BYTES),
                                        Way.stream(
                                                "HDFS short-circuit, 1 MB",
                                                shortCircuit,
                                                copy,
                                                MB)),
                                cluster.blocks(0))
                        .table(runs);
            }
        } catch (DaemonException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void requireShortCircuit(FileSystem files, org.apache.hadoop.fs.Path file)
            throws IOException, BenchException {
        try (FSDataInputStream in = files.open(file)) {
            in.readNBytes(KB);
            if (!(in instanceof HdfsDataInputStream hdfs)
                    || hdfs.getReadStatistics().getTotalShortCircuitBytesRead() == 0) {
                throw new BenchException("HDFS does not read short-circuit on this machine");
            }
        }
    }
}
