package io.millrace.bench.overlap;

import io.millrace.bench.contender.ClusterJob;
import io.millrace.bench.contender.Comparison;
import io.millrace.bench.contender.Contender;
import io.millrace.bench.contender.Runner;
import io.millrace.bench.contender.Servers;
import io.millrace.bench.contender.StudyCluster;
import io.millrace.bench.job.Settings;
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

/**
 * Runs benchmarks in several ways, alternating, on a cluster for each rate of its network. Used by
 * one thread.
 */
final class PluginsStudy {

    /** From the start of the client's process to its end. */
    static final String WALL = "wallSeconds";

    /** Rate of each node in each direction, in Mbit/s; 0 for no limit: a fact. */
    static final String MEGABITS = "megabits";

    private final MarcoJobs jobs;
    private final ClusterOptions options;
    private final Path work;

    /** Outputs are below {@code work}. */
    PluginsStudy(MarcoJobs jobs, ClusterOptions options, Path work) {
        this.jobs = jobs;
        this.options = options;
        this.work = work;
    }

    /**
     * Measures the benchmarks: an experiment of each at each rate.
     *
     * @throws MeasurementException if there is no cluster
     */
    List<Experiment> run(List<MarcoBenchmark> benchmarks) throws Exception {
        Servers.shape(jobs.home());
        if (options.rates().stream().anyMatch(rate -> rate > 0)) {
            Servers.requireNamespaces(
                    "no rate can be held, which takes network namespaces (try --rates 0): ");
        }
        List<Experiment> experiments = new ArrayList<>();
        for (int rate : options.rates()) {
            try (HadoopCluster cluster =
                    StudyCluster.start(jobs.home(), options.nodes(), jobs.reduces(), rate)) {
                for (MarcoBenchmark benchmark : benchmarks) {
                    experiments.add(run(benchmark, cluster, rate));
                }
            }
        }
        return experiments;
    }

    private Experiment run(MarcoBenchmark benchmark, HadoopCluster cluster, int rate)
            throws Exception {
        Path input = jobs.input(benchmark);
        org.apache.hadoop.fs.Path onHdfs = ClusterJob.copied(cluster, benchmark.workload(), input);
        List<Contender> contenders = new ArrayList<>();
        for (Way way : options.ways()) {
            String title = way.title() + (rate == 0 ? "" : " at " + rate + " Mbit/s");
            contenders.add(
                    contender(
                            way,
                            new ClusterJob(
                                    jobs.home(),
                                    title,
                                    cluster,
                                    onHdfs,
                                    way.launcherOptions(),
                                    jobOptions(way, benchmark))));
        }
        Path own = work.resolve(benchmark.workload().word());
        List<Row> rows =
                new Comparison(benchmark.workload(), own).run(contenders, input, jobs.runs());
        cluster.files().delete(onHdfs, true);
        return MarcoJobs.experiment(benchmark, rows)
                .comparedWith(Way.STOCK.toString())
                .with(MEGABITS, rate);
    }

    /** Its input is on HDFS already: all ways read the same. */
    private Contender contender(Way way, ClusterJob job) {
        return Contender.of(
                        way.toString(),
                        way.title(),
                        (workload, unused, own) -> {
                            Runner runner = job.runner(workload, own);
                            return Runner.ofHadoop(output -> run(runner, job.cluster(), output));
                        })
                .with(job.jobOptions());
    }

    private Figures run(Runner runner, HadoopCluster cluster, Path output)
            throws IOException, InterruptedException, MeasurementException {
        TaskKiller killer = TaskKiller.start(cluster, options.killOneIn());
        Figures process;
        try {
            process = runner.run().to(output);
        } finally {
            killer.end();
        }
        return new JobHistory(cluster).take().and(WALL, process.seconds());
    }

    private List<String> jobOptions(Way way, MarcoBenchmark benchmark) {
        Path plugins = TimedProcess.library(jobs.home()).resolve("cluster/millrace-cluster.jar");
        List<String> all = new ArrayList<>(way.options(benchmark, plugins));
        all.addAll(Settings.options(jobs.settings()));
        // The network is the shuffle's.
        all.addAll(Settings.options("dfs.replication=1"));
        return all;
    }
}
