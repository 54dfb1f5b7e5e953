package io.millrace.bench.plugins;

import io.millrace.apps.workload.MarcoBenchmark;
import io.millrace.bench.frame.BenchException;
import io.millrace.bench.job.Comparison;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.Entry;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.bench.peer.ClusterJob;
import io.millrace.bench.peer.ServerJars;
import io.millrace.daemons.ClusterShape;
import io.millrace.daemons.HadoopCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Runs benchmarks in several ways, alternating, on a cluster for each rate of its network. Used by
 * one thread.
 */
public final class PluginsStudy {

    private final Setting setting;
    private final Path work;
    private final List<Row> rows = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    /**
     * The settings that all runs share.
     *
     * @param bytes of each input
     * @param maps map tasks of each job; partial reduce needs more than its start thresholds
     * @param rates of each node's network in each direction, in Mbit/s; 0 for no limit
     * @param ways words of ways; the usual ones if there are none
     * @param killOneIn the JVM of one task in as many is killed; 0 for none
     * @param runs of each kind
     */
    public record Setting(
            Path home,
            long bytes,
            long seed,
            int maps,
            int reduces,
            int nodes,
            List<Integer> rates,
            List<String> ways,
            int killOneIn,
            int runs) {

        public Setting {
            rates = List.copyOf(rates);
            ways = List.copyOf(ways);
        }
    }

    /** Outputs are below {@code work}. */
    public PluginsStudy(Setting setting, Path work) {
        this.setting = setting;
        this.work = work;
    }

    /**
     * Measures the benchmarks. One that fails in a way, or gives another output, has no rows but a
     * line among the failures.
     *
     * @throws BenchException if there is no cluster
     */
    public void run(List<MarcoBenchmark> benchmarks)
            throws IOException, InterruptedException, BenchException {
        List<Way> ways = Way.named(setting.ways());
        ServerJars jars = ServerJars.of(setting.home());
        requireNone("no cluster can start: ", jars.hindrance());
        if (setting.rates().stream().anyMatch(rate -> rate > 0)) {
            requireNone(
                    "no rate can be held, which takes network namespaces (try --rates 0): ",
                    ClusterShape.namespacesHindrance());
        }
        for (int rate : setting.rates()) {
            try (HadoopCluster cluster =
                    StudyCluster.start(
                            jars.directory(), setting.nodes(), setting.reduces(), rate)) {
                for (MarcoBenchmark benchmark : benchmarks) {
                    run(benchmark, ways, cluster, rate);
                }
            }
        }
    }

    private static void requireNone(String otherwise, Optional<String> hindrance)
            throws BenchException {
        if (hindrance.isPresent()) {
            throw new BenchException(otherwise + hindrance.get());
        }
    }

    private void run(MarcoBenchmark benchmark, List<Way> ways, HadoopCluster cluster, int rate)
            throws IOException, InterruptedException, BenchException {
        Path input =
                new WorkloadInput(
                                setting.home(),
                                benchmark.workload(),
                                setting.bytes(),
                                setting.seed())
                        .path();
        WayOnCluster.Place place =
                new WayOnCluster.Place(
                        cluster,
                        rate,
                        setting.killOneIn(),
                        ClusterJob.copied(cluster, benchmark.workload(), input));
        List<WayOnCluster> contenders =
                ways.stream()
                        .map(way ->
                                new WayOnCluster(
                                        setting.home(), benchmark, way, place, jobOptions()))
                        .toList();
        Path own = work.resolve(benchmark.workload().word());
        List<Entry> entries =
                new Comparison(benchmark.workload(), own)
                        .run(List.<Contender>copyOf(contenders), input, setting.runs());
        OutputDirectory.delete(own);
        cluster.files().delete(place.input(), true);
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (entry.measured()) {
                rows.add(contenders.get(i).row());
            } else {
                failures.add(
                        benchmark.workload().word() + ", " + entry.name() + ": " + entry.note());
            }
        }
    }

    private List<String> jobOptions() {
        return List.of(
                "-D",
                MRJobConfig.NUM_REDUCES + "=" + setting.reduces(),
                "-D",
                FileInputFormat.SPLIT_MAXSIZE + "=" + (setting.bytes() / setting.maps() + 1),
                // The network is the shuffle's.
                "-D",
                "dfs.replication=1");
    }

    /** The figures so far. */
    public List<Row> rows() {
        return List.copyOf(rows);
    }

    /** Why some runs have no figures. */
    public List<String> failures() {
        return List.copyOf(failures);
    }
}
