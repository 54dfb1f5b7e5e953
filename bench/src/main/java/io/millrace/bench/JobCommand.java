package io.millrace.bench;

import io.millrace.apps.input.InputKind;
import io.millrace.apps.workload.Workload;
import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.Comparison;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.Report;
import io.millrace.bench.job.Surroundings;
import io.millrace.bench.job.Timing;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.engine.config.ByteSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A workload, on Hadoop's local runner with two slots of each kind and on Millrace. */
@Command(
        description = {
            "Run a workload on Hadoop's local runner with two map and two reduce slots, and on Millrace, by turns,",
            "each run a process of its own. The outputs are compared; the figures are printed and kept under",
            "bench/results."
        },
        sortOptions = false)
final class JobCommand implements Callable<Integer> {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private static final List<Contender> CONTENDERS =
            List.of(
                    new Contender(
                            "Hadoop's local runner, 2+2 slots",
                            List.of(
                                    "-D", "mapreduce.framework.name=local",
                                    "-D", "mapreduce.local.map.tasks.maximum=2",
                                    "-D", "mapreduce.local.reduce.tasks.maximum=2")),
                    new Contender("Millrace", List.of("-D", "mapreduce.framework.name=millrace")));

    private final Workload workload;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "256MB",
            description = "About how large the input is (default: ${DEFAULT-VALUE}).")
    private String size = "";

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of each contender (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Another seed gives another input (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Where the figures are kept (default: bench/results of this Millrace).")
    private @Nullable Path results;

    JobCommand(Workload workload) {
        this.workload = workload;
    }

    @Override
    public Integer call() throws IOException, InterruptedException, BenchException {
        long bytes = SizeOption.bytes(size);
        if (runs < 1) {
            throw new BenchException("--runs is " + runs + "; it takes at least one run");
        }
        Path home = Path.of(System.getProperty("millrace.home"));
        Path input = new WorkloadInput(home, workload, bytes, seed).path();
        List<Timing> timings = new Comparison(home, workload, CONTENDERS).run(input, runs);
        String title =
                "%s, %s of %s (seed %d)"
                        .formatted(
                                workload.word(),
                                ByteSize.format(bytes),
                                workload.input().map(InputKind::word).orElse("records"),
                                seed);
        String command =
                "./millrace bench %s --size %s --runs %d --seed %d"
                        .formatted(workload.word(), size, runs, seed);
        String report =
                new Report(title, command, workload.likeness(), Surroundings.ofThisMachine(home))
                        .text(timings, bytes);
        System.out.print(report);
        System.err.println(
                "kept in "
                        + keep(
                                results == null
                                        ? home.resolve("bench").resolve("results")
                                        : results,
                                bytes,
                                report));
        return 0;
    }

    private Path keep(Path folder, long bytes, String report) throws IOException {
        String size = ByteSize.format(bytes).replace(" ", "");
        String time = LocalDateTime.now(ZoneId.systemDefault()).format(TIME);
        return Files.writeString(
                Files.createDirectories(folder)
                        .resolve(workload.word() + "-" + size + "-" + time + ".md"),
                report);
    }
}
