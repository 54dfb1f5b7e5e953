package io.millrace.bench.reading;

import io.millrace.bench.contender.ServerJars;
import io.millrace.daemons.ClusterShape;
import io.millrace.daemons.DaemonException;
import io.millrace.daemons.HadoopCluster;
import io.millrace.measure.Case;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Rounds;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;

/**
 * Ways to read the same bytes, alternating, by the clock: from the page cache, and from the disk.
 * Used by one thread.
 */
public final class Readings {

    private static final int KB = 1 << 10;
    private static final int MB = 1 << 20;

    /** Size of the requests of the job in the paper. */
    private static final int PAPER_BYTES = 128 * KB;

    private final int runs;

    /** Runs of each that count, after one that does not. */
    public Readings(int runs) {
        this.runs = runs;
    }

    /** Those of a local file; Hadoop's stream is the first. */
    public List<Experiment> local(Path file) throws Exception {
        LocalFileSystem files = FileSystem.getLocal(new Configuration());
        org.apache.hadoop.fs.Path name = new org.apache.hadoop.fs.Path(file.toUri());
        return measured(
                List.of(
                        Reading.stream("Hadoop's stream, 64 KB", files, name, 64 * KB),
                        Reading.stream("Hadoop's stream, 128 KB", files, name, PAPER_BYTES),
                        Reading.stream("Hadoop's stream, 1 MB", files, name, MB),
                        Reading.positional("positional, 64 KB", file, 64 * KB),
                        Reading.positional("positional, 1 MB", file, MB),
                        Reading.positional("positional, 8 MB", file, 8 * MB),
                        Reading.mapped("mapped, 64 MB", file, 64 * MB)),
                List.of(file));
    }

    /**
     * Those of a file on HDFS, with a NameNode and a DataNode that run meanwhile: through the
     * DataNode, and short-circuit, from the DataNode's files. The latter needs no native library in
     * Hadoop's legacy form, which is measured here.
     *
     * @throws MeasurementException if there are no jars of servers, or they do not start
     */
    public List<Experiment> hdfs(Path home, Path file) throws Exception {
        ServerJars jars = ServerJars.of(home);
        if (jars.hindrance().isPresent()) {
            throw new MeasurementException("no HDFS can start: " + jars.hindrance().get());
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
            try (FileSystem near = FileSystem.newInstance(direct)) {
                requireShortCircuit(near, copy);
                return measured(
                        List.of(
                                Reading.stream(
                                        "HDFS through the DataNode, 128 KB",
                                        cluster.files(),
                                        copy,
                                        PAPER_BYTES),
                                Reading.stream(
                                        "HDFS short-circuit, 128 KB", near, copy, PAPER_BYTES),
                                Reading.stream("HDFS short-circuit, 1 MB", near, copy, MB)),
                        cluster.blocks(0));
            }
        } catch (DaemonException e) {
            throw new MeasurementException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void requireShortCircuit(FileSystem files, org.apache.hadoop.fs.Path file)
            throws IOException, MeasurementException {
        try (FSDataInputStream in = files.open(file)) {
            in.readNBytes(KB);
            if (!(in instanceof HdfsDataInputStream hdfs)
                    || hdfs.getReadStatistics().getTotalShortCircuitBytesRead() == 0) {
                throw new MeasurementException("HDFS does not read short-circuit on this machine");
            }
        }
    }

    /**
     * Readings from the cache, and from the disk.
     *
     * @param files where the bytes are on this machine
     */
    private List<Experiment> measured(List<Reading> ways, List<Path> files) throws Exception {
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        Experiment warm = measured("cache", ways, List.of());
        for (Path file : files) {
            try (FileChannel written = FileChannel.open(file, StandardOpenOption.WRITE)) {
                written.force(true); // the system keeps pages that are not on disk yet
            }
        }
        Experiment cold = measured("disk", ways, files);
        return List.of(warm.with("bytes", bytes), cold.with("bytes", bytes));
    }

    /** {@code dropped} are files that no way may find in the page cache. */
    private Experiment measured(String name, List<Reading> ways, List<Path> dropped)
            throws Exception {
        long expected = ways.get(0).pass().read();
        List<Case> cases = new ArrayList<>();
        for (Reading way : ways) {
            cases.add(
                    new Case(
                            way.title(),
                            () -> {
                                dropFromCache(dropped);
                                return seconds(way, expected);
                            }));
        }
        return new Rounds(name, 1, runs).experiment(cases);
    }

    private static Figures seconds(Reading way, long expected)
            throws IOException, MeasurementException {
        long start = System.nanoTime();
        long sum = way.pass().read();
        double elapsed = (System.nanoTime() - start) / 1e9;
        if (sum != expected) {
            throw new MeasurementException(way.title() + " reads other bytes than the first way");
        }
        return Figures.of(Figures.SECONDS, elapsed);
    }

    /** Asks the system to forget the files' pages, which GNU's dd can do for any user. */
    private static void dropFromCache(List<Path> files)
            throws IOException, InterruptedException, MeasurementException {
        if (!files.isEmpty()) {
            System.gc(); // unmaps: the system keeps pages that are mapped
        }
        for (Path file : files) {
            int exit =
                    new ProcessBuilder(
                                    "dd", "if=" + file, "iflag=nocache", "count=0", "status=none")
                            .inheritIO()
                            .start()
                            .waitFor();
            if (exit != 0) {
                throw new MeasurementException(
                        "dd could not drop " + file + " from the page cache");
            }
        }
    }
}
