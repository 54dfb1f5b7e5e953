package io.millrace.bench;

import io.millrace.bench.frame.WrongUseException;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.overlap.OverlapPage;
import io.millrace.bench.overlap.Study;
import io.millrace.bench.plugins.PluginsPage;
import io.millrace.bench.plugins.PluginsStudy;
import io.millrace.measure.Experiment;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Report;
import io.millrace.workloads.MarcoBenchmark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Overlap of shuffle and reduce, in one process and on a cluster. */
@Command(
        name = "overlap",
        description = {
            "Run the benchmarks of the MaRCO paper with eager partial reduce and without, with ample memory and",
            "with a quarter of what the map output needs. With --cluster: on stock Hadoop and with Millrace's",
            "plug-ins. Runs alternate, each in its own process. All outputs of a benchmark are compared."
        },
        sortOptions = false)
final class OverlapCommand implements Callable<Integer> {

    private static final String SIZE = "256MB";
    private static final String SIZE_ON_CLUSTER = "128MB";
    private static final int MAPS = 32;
    private static final int MAPS_ON_CLUSTER = 12;
    private static final String MEMORY = "auto";

    @Mixin private final MarcoBenchmarks benchmarks = new MarcoBenchmarks();

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

    @Mixin private final CsvOption csv = new CsvOption();

    @Mixin private final RunOptions options = new RunOptions();

    @Override
    public Integer call() throws Exception {
        Path home = Printed.home();
        Path work = Files.createTempDirectory("millrace-overlap");
        try {
            return cluster == null ? inOneProcess(home, work) : onCluster(cluster, home, work);
        } finally {
            OutputDirectory.delete(work);
        }
    }

    private int inOneProcess(Path home, Path work) throws Exception {
        String bytes = size != null ? size : SIZE;
        String ample = memory != null ? memory : MEMORY;
        Study.Setting setting =
                new Study.Setting(
                        home,
                        Arguments.bytes(bytes),
                        options.seed(),
                        maps(MAPS),
                        options.reduces(),
                        ample,
                        options.runs());
        Study study = new Study(setting, work);
        List<Experiment> found = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (MarcoBenchmark benchmark : benchmarks.chosen()) {
            try {
                found.addAll(study.run(benchmark));
            } catch (MeasurementException e) {
                failures.add(String.valueOf(e.getMessage()));
            }
        }
        Report report = OverlapPage.of(found, failures);
        csv.write(report);
        options.keep(
                "overlap-" + bytes,
                command("--size %s --maps %d --memory %s".formatted(bytes, setting.maps(), ample)),
                report);
        return failures.isEmpty() ? 0 : 1;
    }

    private int onCluster(ClusterOptions shape, Path home, Path work) throws Exception {
        if (memory != null) {
            throw new WrongUseException(
                    "--memory is record memory of one process; on a cluster, Hadoop's keys hold");
        }
        String bytes = size != null ? size : SIZE_ON_CLUSTER;
        PluginsStudy.Setting setting =
                new PluginsStudy.Setting(
                        home,
                        Arguments.bytes(bytes),
                        options.seed(),
                        maps(MAPS_ON_CLUSTER),
                        options.reduces(),
                        shape.nodes(),
                        shape.rates(),
                        shape.ways(),
                        shape.killOneIn(),
                        options.runs());
        PluginsStudy study = new PluginsStudy(setting, work);
        List<Experiment> found = study.run(benchmarks.chosen());
        Report report = PluginsPage.of(found);
        csv.write(report);
        options.keep(
                "overlap-cluster-" + bytes,
                command("%s --size %s --maps %d".formatted(shape.words(), bytes, setting.maps())),
                report);
        return Experiment.anyFailed(found) ? 1 : 0;
    }

    private int maps(int otherwise) throws WrongUseException {
        return Arguments.atLeastOne("--maps", maps != null ? maps : otherwise);
    }

    private String command(String own) throws WrongUseException {
        return "./millrace bench overlap%s %s %s"
                .formatted(benchmarks.words(), own, options.words());
    }
}
