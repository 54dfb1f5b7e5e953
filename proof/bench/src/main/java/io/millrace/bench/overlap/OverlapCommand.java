package io.millrace.bench.overlap;

import io.millrace.bench.frame.Options;
import io.millrace.bench.frame.Scratch;
import io.millrace.bench.frame.StudyCommand;
import io.millrace.bench.frame.WrongUseException;
import io.millrace.measure.Experiment;
import io.millrace.measure.MeasurementException;
import io.millrace.workloads.MarcoBenchmark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Overlap of shuffle and reduce, in one process and on a cluster. */
@Command(
        name = "overlap",
        description = {
            "Run the benchmarks of the MaRCO paper with eager partial reduce and without, with ample memory and",
            "with a quarter of what the map output needs. With --cluster: on stock Hadoop and with Millrace's",
            "plug-ins. Runs alternate, each in its own process. All outputs of a benchmark are compared."
        },
        sortOptions = false)
public final class OverlapCommand extends StudyCommand {

    private static final String SIZE = "256MB";
    private static final String SIZE_ON_CLUSTER = "128MB";
    private static final int MAPS = 32;
    private static final int MAPS_ON_CLUSTER = 12;
    private static final String MEMORY = "auto";

    @Parameters(
            paramLabel = "BENCHMARK",
            arity = "0..*",
            description =
                    "Benchmarks to run, by their names in the paper or as workloads (default: all eleven).")
    private List<String> names = List.of();

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            description =
                    "Approximate size of each input (default: "
                            + SIZE
                            + "; on a cluster "
                            + SIZE_ON_CLUSTER
                            + ").")
    private @Nullable String size;

    @Option(
            names = "--maps",
            paramLabel = "N",
            description = {
                "Map tasks of each job (default: "
                        + MAPS
                        + "; on a cluster "
                        + MAPS_ON_CLUSTER
                        + ").",
                "Partial reduce starts after some of them, so it takes several for each core."
            })
    private @Nullable Integer maps;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description =
                    "Ample record memory of each process (default: "
                            + MEMORY
                            + "); not on a cluster.")
    private @Nullable String memory;

    @ArgGroup(exclusive = false)
    private @Nullable ClusterOptions cluster;

    @Mixin private final Options.Runs runs = new Options.Runs(3);
    @Mixin private final Options.Seed seed = new Options.Seed();
    @Mixin private final Options.Reduces reduces = Options.Reduces.asManyAsCores();

    @Override
    public Integer call() throws Exception {
        try (Scratch work = Scratch.of("overlap")) {
            return cluster == null ? inOneProcess(work.path()) : onCluster(cluster, work.path());
        }
    }

    private int inOneProcess(Path work) throws Exception {
        String bytes = Objects.requireNonNullElse(size, SIZE);
        OverlapStudy study =
                new OverlapStudy(
                        jobs(bytes, MAPS), Objects.requireNonNullElse(memory, MEMORY), work);
        List<Experiment> found = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (MarcoBenchmark benchmark : benchmarks()) {
            try {
                found.addAll(study.run(benchmark));
            } catch (MeasurementException e) {
                failures.add(String.valueOf(e.getMessage()));
            }
        }
        keep("overlap-" + bytes, OverlapPage.of(found, failures));
        return failures.isEmpty() ? 0 : 1;
    }

    private int onCluster(ClusterOptions shape, Path work) throws Exception {
        if (memory != null) {
            throw new WrongUseException(
                    "--memory is record memory of one process; on a cluster, Hadoop's keys hold");
        }
        shape.check();
        String bytes = Objects.requireNonNullElse(size, SIZE_ON_CLUSTER);
        PluginsStudy study = new PluginsStudy(jobs(bytes, MAPS_ON_CLUSTER), shape, work);
        return keep("overlap-cluster-" + bytes, PluginsPage.of(study.run(benchmarks())));
    }

    private MarcoJobs jobs(String bytes, int usualMaps) throws WrongUseException {
        return new MarcoJobs(
                home(),
                Options.bytes(bytes),
                seed.number(),
                Options.atLeastOne("--maps", Objects.requireNonNullElse(maps, usualMaps)),
                reduces.count(),
                runs.count());
    }

    private List<MarcoBenchmark> benchmarks() throws WrongUseException {
        List<MarcoBenchmark> all = List.of(MarcoBenchmark.values());
        List<MarcoBenchmark> chosen = new ArrayList<>();
        for (String name : names) {
            chosen.add(
                    all.stream()
                            .filter(each ->
                                    each.paperName().equals(name)
                                            || each.workload().word().equals(name))
                            .findFirst()
                            .orElseThrow(() -> unknown(name)));
        }
        return chosen.isEmpty() ? all : chosen;
    }

    private static WrongUseException unknown(String name) {
        List<String> known =
                Arrays.stream(MarcoBenchmark.values()).map(MarcoBenchmark::paperName).toList();
        return new WrongUseException(
                "the MaRCO paper has no benchmark %s; there are %s"
                        .formatted(name, String.join(", ", known)));
    }
}
