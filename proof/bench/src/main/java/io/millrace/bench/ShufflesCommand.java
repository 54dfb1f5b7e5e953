package io.millrace.bench;

import io.millrace.bench.job.WorkloadInput;
import io.millrace.bench.shuffles.Grid;
import io.millrace.bench.shuffles.Load;
import io.millrace.bench.shuffles.ShufflesPage;
import io.millrace.bench.shuffles.Study;
import io.millrace.measure.Experiment;
import io.millrace.measure.MeasurementException;
import io.millrace.workloads.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Pull, push and hybrid, with their locks and splits, under loads of all kinds. */
@Command(
        name = "shuffles",
        description = {
            "Run the synthetic job with many loads, each with every shuffle, alternating in this process.",
            "Figures and plots are printed and kept under bench/results."
        },
        sortOptions = false)
final class ShufflesCommand implements Callable<Integer> {

    @Option(
            names = "--grid",
            paramLabel = "GRID",
            defaultValue = "standard",
            description = {
                "standard: one factor at a time, and all kinds of keys with all numbers of reduce tasks; locks and",
                "splits with the ordinary load. full: everything with everything, which takes many hours.",
                "(default: ${DEFAULT-VALUE})"
            })
    private Grid grid = Grid.STANDARD;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            defaultValue = "",
            description = "Only loads whose name matches (default: all).")
    private String only = "";

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "32MB",
            description = "Approximate size of the text (default: ${DEFAULT-VALUE}).")
    private String size = "";

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of each that count (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Mixin private final ResultsOption results = new ResultsOption();

    @Override
    public Integer call() throws Exception {
        if (runs < 1) {
            throw new MeasurementException("--runs is " + runs + "; it takes at least one run");
        }
        System.setProperty("millrace-log-job", "WARN"); // of the launcher's log4j.properties
        List<Load> loads = loads();
        Path input =
                new WorkloadInput(Printed.home(), Workload.SYNTHETIC, Arguments.bytes(size), 1)
                        .path();
        Study study = new Study(input, runs);
        List<Experiment> found = new ArrayList<>();
        for (Load load : loads) {
            found.add(study.run(load, grid.ways(load)));
            System.err.printf("%d of %d loads: %s%n", found.size(), loads.size(), load.name());
        }
        results.keep("shuffles-" + word() + "-" + size, command(), ShufflesPage.of(found));
        return 0;
    }

    private List<Load> loads() throws MeasurementException {
        Pattern wanted = Pattern.compile(only);
        List<Load> loads =
                grid.loads().stream().filter(load -> wanted.matcher(load.name()).find()).toList();
        if (loads.isEmpty()) {
            throw new MeasurementException("no load's name has " + only + " in it");
        }
        return loads;
    }

    private String word() {
        return grid.name().toLowerCase(Locale.ROOT);
    }

    private String command() {
        return "./millrace bench shuffles --grid %s --size %s --runs %d%s"
                .formatted(word(), size, runs, only.isEmpty() ? "" : " --only '" + only + "'");
    }
}
