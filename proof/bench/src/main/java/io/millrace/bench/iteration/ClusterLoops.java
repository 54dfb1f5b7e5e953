package io.millrace.bench.iteration;

import io.millrace.apps.job.LoopTool;
import io.millrace.bench.contender.ServerJars;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.plugins.StudyCluster;
import io.millrace.collective.data.LoopState;
import io.millrace.daemons.HadoopCluster;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.process.TimedProcess;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * Runs loops on a cluster of Hadoop's servers on this machine: in a gang of map tasks, and as
 * chained jobs. The cost of an iteration of chained jobs comes from two runs of different length,
 * so that work done once does not count.
 */
public final class ClusterLoops implements Closeable {

    private static final int FEW = 1;
    private static final int MORE = 3;

    private final Path home;
    private final HadoopCluster cluster;
    private final int workers;
    private final int iterations;

    /** Milliseconds of one iteration as chained jobs. */
    public static final String CHAINED = "chainedMillis";

    private ClusterLoops(Path home, HadoopCluster cluster, int workers, int iterations) {
        this.home = home;
        this.cluster = cluster;
        this.workers = workers;
        this.iterations = iterations;
    }

    /**
     * Starts the cluster.
     *
     * @param home where Millrace is
     * @param nodes of the cluster; each has two workers
     * @param megabits rate of each node in each direction, in Mbit/s; 0 for no limit
     * @param iterations of a loop in a gang
     */
    public static ClusterLoops start(Path home, int nodes, int megabits, int iterations)
            throws IOException, InterruptedException, MeasurementException {
        ServerJars jars = ServerJars.of(home);
        Optional<String> hindrance = jars.hindrance();
        if (hindrance.isPresent()) {
            throw new MeasurementException("no cluster can start: " + hindrance.get());
        }
        HadoopCluster cluster = StudyCluster.start(jars.directory(), nodes, nodes, megabits);
        return new ClusterLoops(home, cluster, 2 * nodes, iterations);
    }

    /** Runs a loop in both ways; figures of one iteration. */
    public Figures run(Loop loop) throws Exception {
        Path folder = Files.createTempDirectory("millrace-iteration");
        try {
            Configuration conf = configuration();
            Path input = folder.resolve("input");
            LoopTool tool = loop.prepare(input, conf);
            conf.setLong(
                    "mapreduce.input.fileinputformat.split.maxsize",
                    Files.size(input) / workers + 1);
            org.apache.hadoop.fs.Path from = onHdfs(loop, input);
            tool.setConf(conf);
            LoopState end = tool.loop(from, iterations);
            require(end.iteration() == iterations, loop);
            Figures figures = LoopRuns.perIteration(tool);
            conf.set("millrace.collective.pattern", "none");
            double few = LoopRuns.millis(tool, from, FEW);
            double more = LoopRuns.millis(tool, from, MORE);
            return figures.and(CHAINED, (more - few) / (MORE - FEW));
        } finally {
            OutputDirectory.delete(folder);
        }
    }

    private static void require(boolean whole, Loop loop) throws MeasurementException {
        if (!whole) {
            throw new MeasurementException(loop.word() + " ended before its last iteration");
        }
    }

    /** Clients of the cluster, whose jobs take our libraries along. */
    private Configuration configuration() {
        Configuration conf = new Configuration(cluster.clients());
        Path lib = TimedProcess.library(home);
        conf.set(
                "tmpjars",
                List.of(
                                "millrace/millrace-hadoop.jar",
                                "millrace/millrace-workers.jar",
                                "millrace/millrace-collective.jar",
                                "examples/millrace-apps.jar")
                        .stream()
                        .map(jar -> lib.resolve(jar).toUri().toString())
                        .collect(Collectors.joining(",")));
        conf.setBoolean("mapreduce.client.genericoptionsparser.used", true); // spares a warning
        conf.setInt("millrace.collective.workers", workers);
        return conf;
    }

    private org.apache.hadoop.fs.Path onHdfs(Loop loop, Path input) throws IOException {
        org.apache.hadoop.fs.Path path =
                cluster.files().makeQualified(new org.apache.hadoop.fs.Path("/" + loop.word()));
        cluster.files().copyFromLocalFile(new org.apache.hadoop.fs.Path(input.toUri()), path);
        return path;
    }

    @Override
    public void close() throws IOException {
        cluster.close();
    }
}
