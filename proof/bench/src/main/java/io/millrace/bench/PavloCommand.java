package io.millrace.bench;

import io.millrace.bench.frame.WrongUseException;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.pavlo.PavloPage;
import io.millrace.bench.pavlo.Study;
import io.millrace.bench.pavlo.Task;
import io.millrace.bench.pavlo.Way;
import io.millrace.measure.Experiment;
import io.millrace.measure.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Grep, selection, aggregations and join, over text, records, paged files and in databases. */
@Command(
        name = "pavlo",
        description = {
            "Run the benchmark by Pavlo et al. as Jiang et al. measure it: on Hadoop and Millrace over lines,",
            "decoded records, paged files and indexes, and in databases. Runs alternate, each in its own process.",
            "All outputs of a task are compared."
        },
        sortOptions = false)
final class PavloCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "TASK",
            arity = "0..*",
            description =
                    "grep, selection, large-aggregation, small-aggregation, join (default: all).")
    private List<String> names = List.of();

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "256MB",
            description =
                    "Approximate size of each table; the join's rankings have a twentieth (default: ${DEFAULT-VALUE}).")
    private String size = "";

    @Option(
            names = "--with",
            paramLabel = "WAY",
            split = ",",
            description = {
                "Only these ways, separated by commas: hadoop-slots, hadoop-decoded, hadoop-cluster, millrace,",
                "millrace-decoded, millrace-fingerprint, millrace-paged, millrace-indexed,",
                "duckdb, spark, postgresql",
                "(default: all that this machine has)."
            })
    private List<String> with = List.of();

    @Mixin private final CsvOption csv = new CsvOption();

    @Mixin private final RunOptions options = new RunOptions();

    @Override
    public Integer call() throws Exception {
        Path home = Printed.home();
        long bytes = Arguments.bytes(size);
        Study.Setting setting =
                new Study.Setting(
                        home, bytes, options.seed(), options.reduces(), ways(), options.runs());
        List<Task> tasks = tasks();
        Path work = Files.createTempDirectory("millrace-pavlo");
        try {
            Study study = new Study(setting, work);
            List<Experiment> queries = study.run(tasks);
            Report report = PavloPage.of(bytes, queries, study.indexes());
            csv.write(report);
            options.keep("pavlo-" + size, command(), report);
            return Experiment.anyFailed(queries) ? 1 : 0;
        } finally {
            OutputDirectory.delete(work);
        }
    }

    private List<Task> tasks() throws WrongUseException {
        List<Task> chosen = new ArrayList<>();
        for (String name : names) {
            chosen.add(
                    Task.named(name)
                            .orElseThrow(() ->
                                    new WrongUseException(
                                            "the benchmark by Pavlo et al. has no task "
                                                    + name
                                                    + "; there are "
                                                    + Task.words())));
        }
        return chosen.isEmpty() ? List.of(Task.values()) : chosen;
    }

    private List<Way> ways() throws WrongUseException {
        List<Way> chosen = new ArrayList<>();
        for (String name : with) {
            chosen.add(
                    Way.named(name)
                            .orElseThrow(() ->
                                    new WrongUseException(
                                            "there is no way "
                                                    + name
                                                    + "; there are "
                                                    + Way.words())));
        }
        return chosen.isEmpty() ? List.of(Way.values()) : chosen;
    }

    private String command() throws WrongUseException {
        return "./millrace bench pavlo%s --size %s%s %s"
                .formatted(
                        names.isEmpty() ? "" : " " + String.join(" ", names),
                        size,
                        with.isEmpty() ? "" : " --with " + String.join(",", with),
                        options.words());
    }
}
