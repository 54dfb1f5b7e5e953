package io.millrace.bench.iteration;

import io.millrace.bench.contender.StudyCluster;
import io.millrace.bench.frame.Scratch;
import io.millrace.collective.data.LoopState;
import io.millrace.daemons.HadoopCluster;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.process.TimedProcess;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * Runs loops on a cluster of Hadoop's servers on this machine: in a gang of map tasks, and as
 * chained jobs. The cost of an iteration of chained jobs comes from two runs of different length,
 * so that work done once does not count.
 */
final class ClusterLoops implements Closeable {

    private static final int FEW = 1;
    private static final int MORE = 3;

    private final Path home;
    private final HadoopCluster cluster;
    private final int workers;
    private final int iterations;

    /** Milliseconds of one iteration as chained jobs. */
    static final String CHAINED = "chainedMillis";

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
    static ClusterLoops start(Path home, int nodes, int megabits, int iterations)
            throws IOException, InterruptedException, MeasurementException {
        HadoopCluster cluster = StudyCluster.start(home, nodes, nodes, megabits);
        return new ClusterLoops(home, cluster, 2 * nodes, iterations);
    }

    /** Runs a loop in both ways; figures of one iteration. */
    Figures run(Loop loop) throws Exception {
        try (Scratch folder = Scratch.of("iteration")) {
            PreparedLoop ready = PreparedLoop.of(loop, configuration(), folder.path(), workers);
            org.apache.hadoop.fs.Path from = onHdfs(loop, ready.from());
            LoopState end = ready.tool().loop(from, iterations);
            if (end.iteration() != iterations) {
                throw new MeasurementException(loop + " ended before its last iteration");
            }
            Figures figures = LoopRuns.perIteration(ready.tool());
            ready.conf().set("millrace.collective.pattern", "none");
            return figures.and(CHAINED, ready.millis(from, FEW, MORE));
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

    private org.apache.hadoop.fs.Path onHdfs(Loop loop, org.apache.hadoop.fs.Path input)
            throws IOException {
        org.apache.hadoop.fs.Path path =
                cluster.files().makeQualified(new org.apache.hadoop.fs.Path("/" + loop));
        cluster.files().copyFromLocalFile(input, path);
        return path;
    }

    @Override
    public void close() throws IOException {
        cluster.close();
    }
}
