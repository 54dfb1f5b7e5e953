package io.millrace.bench.plugins;

import io.millrace.bench.contender.ClusterJob;
import io.millrace.bench.contender.Comparison;
import io.millrace.bench.contender.Contender;
import io.millrace.bench.contender.Runner;
import io.millrace.bench.contender.ServerJars;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.daemons.ClusterShape;
import io.millrace.daemons.HadoopCluster;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Row;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.MarcoBenchmark;
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

    /** From the start of the client's process to its end. */
    static final String WALL = "wallSeconds";

    /** Rate of each node in each direction, in Mbit/s; 0 for no limit: a fact. */
    static final String MEGABITS = "megabits";

    private final Setting setting;
    private final Path work;

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
     * Measures the benchmarks: an experiment of each at each rate.
     *
     * @throws MeasurementException if there is no cluster
     */
    public List<Experiment> run(List<MarcoBenchmark> benchmarks) throws Exception {
        List<Way> ways = Way.named(setting.ways());
        ServerJars jars = ServerJars.of(setting.home());
        requireNone("no cluster can start: ", jars.hindrance());
        if (setting.rates().stream().anyMatch(rate -> rate > 0)) {
            requireNone(
                    "no rate can be held, which takes network namespaces (try --rates 0): ",
                    ClusterShape.namespacesHindrance());
        }
        List<Experiment> experiments = new ArrayList<>();
        for (int rate : setting.rates()) {
            try (HadoopCluster cluster =
                    StudyCluster.start(
                            jars.directory(), setting.nodes(), setting.reduces(), rate)) {
                for (MarcoBenchmark benchmark : benchmarks) {
                    experiments.add(run(benchmark, ways, cluster, rate));
                }
            }
        }
        return experiments;
    }

    private static void requireNone(String otherwise, Optional<String> hindrance)
            throws MeasurementException {
        if (hindrance.isPresent()) {
            throw new MeasurementException(otherwise + hindrance.get());
        }
    }

    private Experiment run(
            MarcoBenchmark benchmark, List<Way> ways, HadoopCluster cluster, int rate)
            throws Exception {
        Path input =
                new WorkloadInput(
                                setting.home(),
                                benchmark.workload(),
                                setting.bytes(),
                                setting.seed())
                        .path();
        org.apache.hadoop.fs.Path onHdfs = ClusterJob.copied(cluster, benchmark.workload(), input);
        List<Contender> contenders = new ArrayList<>();
        for (Way way : ways) {
            String title = way.title() + (rate == 0 ? "" : " at " + rate + " Mbit/s");
            List<String> options = new ArrayList<>(way.options(benchmark, pluginJar()));
            options.addAll(jobOptions());
            ClusterJob job =
                    new ClusterJob(
                            setting.home(), title, cluster, onHdfs, way.launcherOptions(), options);
            contenders.add(contender(way, job));
        }
        Path own = work.resolve(benchmark.workload().word());
        List<Row> rows =
                new Comparison(benchmark.workload(), own).run(contenders, input, setting.runs());
        cluster.files().delete(onHdfs, true);
        return Experiment.of(benchmark.paperName(), rows)
                .comparedWith(Way.STOCK.word())
                .with("job", benchmark.workload().word())
                .with("shuffle", benchmark.shuffleHeavy() ? "heavy" : "light")
                .with(MEGABITS, rate);
    }

    /** Its input is on HDFS already: all ways read the same. */
    private Contender contender(Way way, ClusterJob job) {
        return Contender.of(
                        way.word(),
                        way.title(),
                        (workload, unused, own) -> {
                            Runner runner = job.runner(workload, own);
                            return Runner.ofHadoop(output -> run(runner, job.cluster(), output));
                        })
                .with(job.jobOptions());
    }

    private Figures run(Runner runner, HadoopCluster cluster, Path output)
            throws IOException, InterruptedException, MeasurementException {
        TaskKiller killer = TaskKiller.start(cluster, setting.killOneIn());
        Figures process;
        try {
            process = runner.run().to(output);
        } finally {
            killer.end();
        }
        return new JobHistory(cluster).take().and(WALL, process.seconds());
    }

    private Path pluginJar() {
        return TimedProcess.library(setting.home()).resolve("cluster/millrace-cluster.jar");
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
}
