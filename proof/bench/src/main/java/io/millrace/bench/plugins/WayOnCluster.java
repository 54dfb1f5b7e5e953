package io.millrace.bench.plugins;

import io.millrace.apps.workload.MarcoBenchmark;
import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.Runner;
import io.millrace.bench.job.TimedProcess;
import io.millrace.bench.peer.ClusterJob;
import io.millrace.daemons.HadoopCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A way to run a benchmark on a running cluster. Used by one thread. */
final class WayOnCluster implements Contender {

    private final Path home;
    private final MarcoBenchmark benchmark;
    private final Way way;
    private final Place place;
    private final List<String> jobOptions;
    private final List<Row.Run> runs = new ArrayList<>();

    /**
     * Where the job runs.
     *
     * @param megabits rate of each node
     * @param killOneIn the JVM of one task in as many is killed; 0 for none
     * @param input the benchmark's, on HDFS
     */
    record Place(
            HadoopCluster cluster, int megabits, int killOneIn, org.apache.hadoop.fs.Path input) {}

    WayOnCluster(
            Path home, MarcoBenchmark benchmark, Way way, Place place, List<String> jobOptions) {
        this.home = home;
        this.benchmark = benchmark;
        this.way = way;
        this.place = place;
        this.jobOptions = List.copyOf(jobOptions);
    }

    @Override
    public String word() {
        return way.word();
    }

    @Override
    public String name() {
        return way.title() + (place.megabits() == 0 ? "" : " at " + place.megabits() + " Mbit/s");
    }

    @Override
    public Optional<String> hindrance(Workload workload) {
        return Optional.empty();
    }

    /** The input is on HDFS already: all ways read the same. */
    @Override
    public Runner prepare(Workload workload, Path input, Path work) {
        List<String> options = new ArrayList<>(way.options(benchmark, pluginJar()));
        options.addAll(jobOptions);
        ClusterJob job =
                new ClusterJob(
                        home,
                        name(),
                        place.cluster(),
                        workload,
                        place.input(),
                        way.launcherOptions(),
                        options,
                        work);
        return output -> {
            TaskKiller killer = TaskKiller.start(place.cluster(), place.killOneIn());
            Figures figures;
            try {
                figures = job.run(output);
            } finally {
                killer.end();
            }
            runs.add(new Row.Run(figures, new JobHistory(place.cluster()).take()));
            return figures;
        };
    }

    private Path pluginJar() {
        return TimedProcess.library(home).resolve("cluster/millrace-cluster.jar");
    }

    /** The measurements so far; there is at least one. */
    Row row() {
        return new Row(benchmark, place.megabits(), way, runs);
    }
}
