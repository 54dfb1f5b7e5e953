package io.millrace.bench;

import io.millrace.bench.contender.Comparison;
import io.millrace.bench.contender.Contender;
import io.millrace.bench.contender.Contenders;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.engine.config.ByteSize;
import io.millrace.measure.Experiment;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Row;
import io.millrace.workloads.Workload;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Workloads, each under all contenders that the machine has. */
final class Suite {

    private static final String SIZE = "256MB";
    private static final String QUICK_SIZE = "16MB";

    @Parameters(
            paramLabel = "WORKLOAD",
            arity = "0..*",
            description =
                    "Workloads to run; ./millrace workload lists them (default: all except synthetic).")
    private List<String> names = List.of();

    @Option(names = "--quick", description = "Small inputs (" + QUICK_SIZE + "), one run.")
    private boolean quick;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            split = ",",
            description = {
                "Approximate size of each input (default: " + SIZE + ").",
                "Several sizes, separated by commas, are measured one after the other."
            })
    private List<String> sizes = List.of();

    @Option(
            names = "--with",
            paramLabel = "CONTENDER",
            split = ",",
            description = {
                "Only these contenders, separated by commas: " + Contenders.WORDS,
                "(default: all that this machine has)."
            })
    private List<String> with = List.of();

    @Option(
            names = "--phoenix",
            paramLabel = "DIR",
            description = "Directory of a built Phoenix++ (default: PHOENIX_HOME).")
    private @Nullable Path phoenix;

    @Option(
            names = "--breakdown",
            description = {
                "Divide the time of Millrace's runs into parts, in a table and a plot. The jobs of",
                "millrace and millrace-workers then write reports, which takes some of their time."
            })
    private boolean breakdown;

    @Mixin private final RunOptions options = new RunOptions();

    /** The exit code: whether every contender that could run did, and wrote what the others did. */
    int run() throws Exception {
        List<Workload> workloads = workloads();
        List<Long> bytes = Arguments.bytes(sizes());
        List<Experiment> jobs = new ArrayList<>();
        Path work = Files.createTempDirectory("millrace-bench");
        try (Contenders contenders =
                Contenders.of(Printed.home(), with, options.reduces(), phoenix, breakdown)) {
            for (Workload workload : workloads) {
                for (long each : bytes) {
                    String name = workload.word();
                    if (bytes.size() > 1) {
                        name += ", " + ByteSize.format(each);
                    }
                    jobs.add(measure(name, workload, each, contenders.list(), work));
                }
            }
        } finally {
            OutputDirectory.delete(work);
        }
        String name =
                (names.isEmpty() ? "all" : String.join("-", names))
                        + "-"
                        + String.join("-", sizes());
        options.keep(name, command(), SuitePage.of(jobs));
        return Experiment.anyFailed(jobs) ? 1 : 0;
    }

    private Experiment measure(
            String name, Workload workload, long bytes, List<Contender> contenders, Path work)
            throws Exception {
        Path input = new WorkloadInput(Printed.home(), workload, bytes, options.seed()).path();
        Path own = work.resolve(workload.word());
        List<Row> rows =
                new Comparison(workload, own).run(contenders, input, options.runs(usualRuns()));
        return Experiment.of(name, rows)
                .comparedWith("millrace")
                .with("job", workload.word())
                .with("input", workload.input().map(InputKind::word).orElse("records"))
                .with("bytes", bytes)
                .with("seed", options.seed())
                .with("outputs", workload.likeness().toString());
    }

    private List<Workload> workloads() throws MeasurementException {
        if (names.isEmpty()) {
            return Stream.of(Workload.values())
                    .filter(workload -> workload != Workload.SYNTHETIC)
                    .toList();
        }
        return Arguments.workloads(names);
    }

    private List<String> sizes() {
        return !sizes.isEmpty() ? sizes : List.of(quick ? QUICK_SIZE : SIZE);
    }

    private int usualRuns() {
        return quick ? 1 : RunOptions.RUNS;
    }

    private String command() throws MeasurementException {
        List<String> words = new ArrayList<>(List.of("./millrace", "bench"));
        words.addAll(names);
        if (!with.isEmpty()) {
            words.addAll(List.of("--with", String.join(",", with)));
        }
        if (breakdown) {
            words.add("--breakdown");
        }
        words.addAll(List.of("--size", String.join(",", sizes()), options.words(usualRuns())));
        return String.join(" ", words);
    }
}
