package io.millrace.bench.reading;

import io.millrace.bench.contender.Servers;
import io.millrace.bench.frame.BenchCommand;
import io.millrace.bench.frame.Options;
import io.millrace.daemons.HadoopCluster;
import io.millrace.measure.Case;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Line;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Rounds;
import io.millrace.measure.Table;
import io.millrace.workloads.input.InputCache;
import io.millrace.workloads.input.InputKind;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Ways to read a file's bytes, alternating, by the clock: from the page cache, and from the disk.
 */
@Command(
        name = "reading",
        description = {
            "Measure ways to read a file, on one thread: Hadoop's streams, positional reads and mapping, from the"
                    + " page cache and from the disk. With --hdfs: through a DataNode, and"
                    + " short-circuit. The figures after the throughputs are times relative to the"
                    + " first row. A first pass does not count."
        },
        sortOptions = false)
public final class ReadingCommand extends BenchCommand {

    private static final int KB = 1 << 10;
    private static final int MB = 1 << 20;
    private static final double GB = 1e9;

    /** Size of the requests of the job in the paper. */
    private static final int PAPER_BYTES = 128 * KB;

    private static final Table<Line> TABLE =
            new Table<Line>()
                    .text("from", line -> line.experiment().name())
                    .text("way", Line::title)
                    .number("GB/s", "%.2f", line -> line.bytesPerSecond() / GB)
                    .number("time, of the first row's", "%.2f", Line::ratio)
                    .text("interval", Line::interval);

    @Mixin private final Options.Size size = new Options.Size("1GB");

    @Option(
            names = "--hdfs",
            description = "Measure an HDFS on this machine, too, with servers of its own.")
    private boolean hdfs;

    @Mixin private final Options.Runs runs = new Options.Runs(5);

    @Override
    public Integer call() throws Exception {
        runs.count();
        Path file = InputCache.ofThisUser().get(InputKind.USER_VISITS, size.bytes(), 1);
        List<Experiment> all = new ArrayList<>(local(file));
        if (hdfs) {
            all.addAll(onHdfs(file));
        }
        return print(TABLE.of(Experiment.lines(all)));
    }

    /** Those of a local file; Hadoop's stream is the first. */
    private List<Experiment> local(Path file) throws Exception {
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
    private List<Experiment> onHdfs(Path file) throws Exception {
        try (HadoopCluster cluster =
                Servers.start(
                        Servers.shape(home())
                                .with(
                                        "dfs.block.local-path-access.user",
                                        System.getProperty("user.name")))) {
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
        return new Rounds(name, 1, runs.count()).experiment(cases);
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
