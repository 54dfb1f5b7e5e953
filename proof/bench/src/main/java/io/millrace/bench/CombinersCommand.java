package io.millrace.bench;

import io.millrace.bench.combiners.CombinerKind;
import io.millrace.bench.combiners.CombinerRuns;
import io.millrace.bench.frame.WrongUseException;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Line;
import io.millrace.measure.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures jobs whose combiners have to be called. */
@Command(
        name = "combiners",
        description = {
            "Run jobs with combiners of five kinds, none of which Millrace can replace, under"
                    + " Hadoop's local runner and in Millrace: by Hadoop's classes, by its own, and"
                    + " in two workers. Print how many records were combined and put out, the bytes"
                    + " shuffled, and the processor time.",
            "",
            "Exit code 1 if Millrace shuffles more than 1.1 times Hadoop's bytes, or takes as much"
                    + " processor time."
        },
        sortOptions = false)
final class CombinersCommand implements Callable<Integer> {

    private static final String INPUT = "wordcount";

    /** As much of stock Hadoop's bytes may be shuffled. */
    private static final double MOST_SHUFFLED = 1.1;

    private static final List<String> MILLRACE = List.of("millrace", "workers");

    private static final Table<Line> TABLE =
            new Table<Line>()
                    .text("combiner", line -> line.experiment().name())
                    .text("way", Line::title)
                    .number("records combined", "%,.0f", Line.median(CombinerRuns.COMBINED))
                    .number("records out", "%,.0f", Line.median(CombinerRuns.EMITTED))
                    .number("bytes shuffled", "%,.0f", Line.median(CombinerRuns.SHUFFLED))
                    .number("of stock's", "%.2f", line -> line.ratio(CombinerRuns.SHUFFLED))
                    .number("processor time", "%.1f s", Line.median(Figures.CPU_SECONDS))
                    .number("of stock's", "%.2f", line -> line.ratio(Figures.CPU_SECONDS));

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "64MB",
            description = "Approximate size of the text (default: ${DEFAULT-VALUE}).")
    private String size = "";

    @Option(
            names = "--sort-mb",
            paramLabel = "N",
            defaultValue = "16",
            description =
                    "Hadoop's sort buffer, mapreduce.task.io.sort.mb (default: ${DEFAULT-VALUE}).")
    private int sortMb;

    @Option(
            names = "--reduces",
            paramLabel = "N",
            defaultValue = "2",
            description = "Reduce tasks (default: ${DEFAULT-VALUE}).")
    private int reduces;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of each, of which the median counts (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Override
    public Integer call() throws Exception {
        long bytes = Arguments.bytes(size);
        if (runs < 1 || sortMb < 1 || reduces < 1) {
            throw new WrongUseException("--runs, --sort-mb and --reduces take numbers from 1 on");
        }
        Path home = Printed.home();
        Path input = new WorkloadInput(home, Arguments.workload(INPUT), bytes, 1).path();
        Path work = Files.createTempDirectory("millrace-combiners");
        List<Experiment> kinds = new ArrayList<>();
        try {
            CombinerRuns jobs = new CombinerRuns(home, input, work, options());
            for (CombinerKind kind : CombinerKind.values()) {
                kinds.add(jobs.measure(kind, runs));
            }
        } finally {
            OutputDirectory.delete(work);
        }
        List<Line> lines = Experiment.lines(kinds);
        List<Line> missing = lines.stream().filter(CombinersCommand::misses).toList();
        StringBuilder page = new StringBuilder(TABLE.of(lines)).append('\n');
        for (Line line : missing) {
            page.append(
                    "misses the goal: %s in %s%n"
                            .formatted(line.experiment().name(), line.title()));
        }
        Printed.page(
                page.toString(),
                "%s of text, mapreduce.task.io.sort.mb=%d, medians of %d"
                        .formatted(size, sortMb, runs));
        return missing.isEmpty() ? 0 : 1;
    }

    /** Whether Millrace shuffles more bytes, or takes more processor time, than it may. */
    private static boolean misses(Line line) {
        Double shuffled = line.ratio(CombinerRuns.SHUFFLED);
        Double processor = line.ratio(Figures.CPU_SECONDS);
        return MILLRACE.contains(line.row().word())
                && (shuffled == null
                        || shuffled > MOST_SHUFFLED
                        || (processor != null && processor >= 1));
    }

    private List<String> options() {
        return List.of(
                "-D",
                "mapreduce.task.io.sort.mb=" + sortMb,
                "-D",
                "mapreduce.job.reduces=" + reduces);
    }
}
