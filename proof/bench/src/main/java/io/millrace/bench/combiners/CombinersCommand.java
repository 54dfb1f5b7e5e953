package io.millrace.bench.combiners;

import io.millrace.bench.contender.Launched;
import io.millrace.bench.frame.BenchCommand;
import io.millrace.bench.frame.Options;
import io.millrace.bench.frame.Scratch;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.OutputForm;
import io.millrace.bench.job.Settings;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.measure.Case;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Line;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Rounds;
import io.millrace.measure.Table;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.Likeness;
import io.millrace.workloads.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.util.ClassUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures jobs whose combiners have to be called. The job of a kind runs in several ways,
 * alternating, each time in a new process. Outputs must be the same.
 */
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
public final class CombinersCommand extends BenchCommand {

    /** As much of stock Hadoop's bytes may be shuffled. */
    private static final double MOST_SHUFFLED = 1.1;

    /** The figures of a run, as its client prints these counters. */
    private static final String COMBINED = "Combine input records";

    private static final String EMITTED = "Combine output records";
    private static final String SHUFFLED = "Reduce shuffle bytes";

    private static final Table<Line> TABLE =
            new Table<Line>()
                    .text("combiner", line -> line.experiment().name())
                    .text("way", Line::title)
                    .number("records combined", "%,.0f", Line.median(COMBINED))
                    .number("records out", "%,.0f", Line.median(EMITTED))
                    .number("bytes shuffled", "%,.0f", Line.median(SHUFFLED))
                    .number("of stock's", "%.2f", line -> line.ratio(SHUFFLED))
                    .number("processor time", "%.1f s", Line.median(Figures.CPU_SECONDS))
                    .number("of stock's", "%.2f", line -> line.ratio(Figures.CPU_SECONDS));

    @Mixin private final Options.Size size = new Options.Size("64MB");

    @Option(
            names = "--sort-mb",
            paramLabel = "N",
            description =
                    "Hadoop's sort buffer, mapreduce.task.io.sort.mb (default: ${DEFAULT-VALUE}).")
    private int sortMb = 16;

    @Mixin private final Options.Reduces reduces = new Options.Reduces(2);
    @Mixin private final Options.Runs runs = new Options.Runs(3);

    @Override
    public Integer call() throws Exception {
        Options.atLeastOne("--sort-mb", sortMb);
        Path input = WorkloadInput.of(home(), Workload.WORD_COUNT, size.bytes(), 1);
        List<Experiment> kinds = new ArrayList<>();
        try (Scratch work = Scratch.of("combiners")) {
            for (CombinerKind kind : CombinerKind.values()) {
                Path own = work.path().resolve(kind.word());
                kinds.add(
                        new Rounds(kind.word(), 0, runs.count())
                                .aloud()
                                .experiment(cases(kind, input, own)));
                Scratch.delete(own);
            }
        }
        List<Line> lines = Experiment.lines(kinds);
        List<Line> missing = lines.stream().filter(CombinersCommand::misses).toList();
        StringBuilder page = new StringBuilder(TABLE.of(lines)).append('\n');
        for (Line line : missing) {
            page.append(
                    "misses the goal: %s in %s%n"
                            .formatted(line.experiment().name(), line.title()));
        }
        print(
                page.toString(),
                "%s of text, mapreduce.task.io.sort.mb=%d, medians of %d"
                        .formatted(size, sortMb, runs.count()));
        return missing.isEmpty() ? 0 : 1;
    }

    /** Whether Millrace shuffles more bytes, or takes more processor time, than it may. */
    private static boolean misses(Line line) {
        Double shuffled = line.ratio(SHUFFLED);
        Double processor = line.ratio(Figures.CPU_SECONDS);
        return List.of("millrace", "workers").contains(line.row().word())
                && (shuffled == null
                        || shuffled > MOST_SHUFFLED
                        || (processor != null && processor >= 1));
    }

    /** Stock Hadoop is what the others are compared with. */
    private List<Case> cases(CombinerKind kind, Path input, Path own) throws MeasurementException {
        List<String> stock = new ArrayList<>(Launched.STOCK_LOCAL_FILES);
        stock.addAll(Settings.options("mapreduce.framework.name=local"));
        List<String> job =
                new ArrayList<>(
                        Settings.options(
                                "mapreduce.task.io.sort.mb=" + sortMb,
                                "mapreduce.job.reduces=" + reduces.count()));
        job.addAll(List.of(kind.word(), input.toUri().toString()));
        return List.of(
                newCase("stock", "Hadoop's local runner", stock, job, own),
                newCase(
                        "hadoop",
                        "Hadoop's classes in Millrace",
                        Settings.options("millrace.task.runner=hadoop"),
                        job,
                        own),
                newCase("millrace", "Millrace", List.of(), job, own),
                newCase(
                        "workers",
                        "Millrace, 2 workers",
                        Settings.options("millrace.workers=2"),
                        job,
                        own));
    }

    /** Runs a job with the options of a way. */
    private static Case newCase(
            String word, String title, List<String> way, List<String> job, Path own) {
        List<String> options = new ArrayList<>(way);
        options.addAll(job);
        AtomicInteger run = new AtomicInteger();
        return new Case(
                word,
                title,
                Map.of(),
                () -> run(title, options, own.resolve(word + run.getAndIncrement())));
    }

    private static Figures run(String title, List<String> options, Path own)
            throws IOException, InterruptedException, MeasurementException {
        Files.createDirectories(own);
        Path output = own.resolve("out");
        String ownJar = ClassUtil.findContainingJar(CombinerProgram.class);
        List<String> command = new ArrayList<>(List.of("jar", "--no-history"));
        command.addAll(List.of(ownJar, CombinerProgram.class.getName()));
        command.addAll(options);
        command.add(output.toUri().toString());
        Figures figures =
                TimedProcess.launcher(home(), title, command, Map.of()).run(own, List.of());
        Path first = own.resolveSibling("stock0").resolve("out");
        new OutputDirectory(output, OutputForm.HADOOP_FILES)
                .requireSameAs(
                        new OutputDirectory(first, OutputForm.HADOOP_FILES), title, Likeness.EXACT);
        String log = Files.readString(TimedProcess.log(own));
        for (String each : List.of(COMBINED, EMITTED, SHUFFLED)) {
            figures = figures.and(each, counter(log, each));
        }
        return figures;
    }

    /** A counter that the client printed. */
    private static long counter(String log, String name) throws MeasurementException {
        Matcher found = Pattern.compile("^\\s*" + name + "=(\\d+)", Pattern.MULTILINE).matcher(log);
        if (!found.find()) {
            throw new MeasurementException(
                    "the log of a run has no counter \"" + name + "\":\n" + log);
        }
        return Long.parseLong(found.group(1));
    }
}
