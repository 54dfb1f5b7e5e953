package io.millrace.bench;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.Comparison;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.Entry;
import io.millrace.bench.job.JobResult;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.bench.job.WrongUseException;
import io.millrace.bench.peer.Contenders;
import io.millrace.bench.report.Results;
import java.io.IOException;
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
    private static final int RUNS = 3;

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
            description = "Approximate size of each input (default: " + SIZE + ").")
    private @Nullable String size;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Runs of each contender (default: " + RUNS + ").")
    private @Nullable Integer runs;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Another seed gives other inputs (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--reduces",
            paramLabel = "N",
            description = "Reduce tasks of each of Hadoop's jobs (default: as many as cores).")
    private int reduces = Runtime.getRuntime().availableProcessors();

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

    @Mixin private final ResultsOption results = new ResultsOption();

    /** The exit code: whether every contender that could run did, and wrote what the others did. */
    int run() throws IOException, InterruptedException, BenchException {
        Path home = Path.of(System.getProperty("millrace-home"));
        List<Workload> workloads = workloads();
        List<JobResult> jobs = new ArrayList<>();
        Path work = Files.createTempDirectory("millrace-bench");
        try (Contenders contenders = Contenders.of(home, with, reduces(), phoenix)) {
            for (Workload workload : workloads) {
                jobs.add(measure(home, workload, contenders.list(), work));
            }
        } finally {
            OutputDirectory.delete(work);
        }
        String name = (names.isEmpty() ? "all" : String.join("-", names)) + "-" + sizeText();
        results.keep(home, name, command(), occasion -> new Results(occasion, jobs));
        return jobs.stream().flatMap(job -> job.entries().stream()).anyMatch(Entry::failed) ? 1 : 0;
    }

    private JobResult measure(Path home, Workload workload, List<Contender> contenders, Path work)
            throws IOException, InterruptedException, BenchException {
        Path input = new WorkloadInput(home, workload, bytes(), seed).path();
        Path own = work.resolve(workload.word());
        List<Entry> entries = new Comparison(workload, own).run(contenders, input, runs());
        OutputDirectory.delete(own);
        return new JobResult(workload, bytes(), seed, entries);
    }

    private List<Workload> workloads() throws BenchException {
        if (names.isEmpty()) {
            return Stream.of(Workload.values())
                    .filter(workload -> workload != Workload.SYNTHETIC)
                    .toList();
        }
        List<Workload> chosen = new ArrayList<>();
        for (String name : names) {
            chosen.add(WorkloadName.workload(name));
        }
        return chosen;
    }

    private long bytes() throws BenchException {
        return SizeOption.bytes(sizeText());
    }

    private String sizeText() {
        return size != null ? size : quick ? QUICK_SIZE : SIZE;
    }

    private int runs() throws BenchException {
        int chosen = runs != null ? runs : quick ? 1 : RUNS;
        if (chosen < 1) {
            throw new WrongUseException("--runs is " + chosen + "; it takes at least one run");
        }
        return chosen;
    }

    private int reduces() throws BenchException {
        if (reduces < 1) {
            throw new WrongUseException(
                    "--reduces is " + reduces + "; workloads reduce, so it takes at least one");
        }
        return reduces;
    }

    private String command() throws BenchException {
        List<String> words = new ArrayList<>(List.of("./millrace", "bench"));
        words.addAll(names);
        if (!with.isEmpty()) {
            words.addAll(List.of("--with", String.join(",", with)));
        }
        words.addAll(List.of("--size", sizeText(), "--runs", Integer.toString(runs())));
        words.addAll(List.of("--seed", Long.toString(seed)));
        words.addAll(List.of("--reduces", Integer.toString(reduces())));
        return String.join(" ", words);
    }
}
