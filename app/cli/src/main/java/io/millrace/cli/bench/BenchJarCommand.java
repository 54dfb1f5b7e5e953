package io.millrace.cli.bench;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import io.millrace.cli.process.Installation;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Occasion;
import io.millrace.measure.Report;
import io.millrace.measure.Surroundings;
import io.millrace.measure.program.ProgramPage;
import io.millrace.measure.program.ProgramRuns;
import io.millrace.verify.Agreement;
import io.millrace.verify.run.ScratchDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures a user's own job under Hadoop's local runner and under Millrace. */
@Command(
        name = "jar",
        description = {
            "Measure your own job under Hadoop's local runner and under Millrace. Runs alternate,"
                    + " each in its own process.",
            "",
            "Output goes where the job puts it. After each run it is moved away, so that the output"
                    + " directory is free for the next run. The first outputs are compared as"
                    + " millrace verify does. A job that sets mapreduce.framework.name itself cannot"
                    + " be measured.",
            "",
            "Exit code 0 if both gave the same result; 1 if a run failed or the results differ.",
            ""
        },
        customSynopsis =
                "millrace bench jar [OPTIONS] [--packages G:A:V] APP.JAR [MAINCLASS] [ARGUMENTS...]",
        sortOptions = false)
public final class BenchJarCommand implements Callable<Integer> {

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "1",
            description = "Runs of each before those that count (default: ${DEFAULT-VALUE}).")
    private int warmups;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "Runs of each that count, at least two (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(names = "--any-order", description = "Ignore the order of records in a file.")
    private boolean anyOrder;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the figures to FILE.")
    private @Nullable Path csv;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write the page that is printed to FILE as well.")
    private @Nullable Path markdown;

    @Parameters(hidden = true)
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        check();
        LocalDateTime start = LocalDateTime.now(ZoneId.systemDefault());
        ProgramPage measured;
        try {
            measured = measure();
        } catch (MeasurementException e) {
            System.err.println("millrace: " + e.getMessage());
            return ExitCode.JOB_FAILED;
        }
        Report report = measured.report();
        Surroundings here = Surroundings.ofThisMachine(Installation.home());
        String page = report.page(new Occasion(command(), start.toString(), here));
        System.out.print(page);
        if (csv != null) {
            Files.writeString(csv, report.csv());
        }
        if (markdown != null) {
            Files.writeString(markdown, page);
        }
        return measured.same() ? ExitCode.SUCCESS : ExitCode.JOB_FAILED;
    }

    private ProgramPage measure() throws Exception {
        try (ScratchDirectory scratch = new ScratchDirectory("millrace-bench")) {
            try {
                return new ProgramRuns(
                                Installation.launcher(),
                                arguments,
                                anyOrder ? Agreement.ANY_ORDER : Agreement.ORDERED,
                                scratch.path())
                        .measure(warmups, runs);
            } catch (MeasurementException e) {
                scratch.keep(); // has the log of the run that failed
                throw e;
            }
        }
    }

    private void check() throws CommandException {
        if (arguments.isEmpty()) {
            throw new CommandException("no jar is named; millrace bench jar --help shows how");
        }
        if (!Files.isRegularFile(Path.of(arguments.get(0)))) {
            throw new CommandException(
                    arguments.get(0) + " is not a file; give the path of the job's jar");
        }
        if (warmups < 0) {
            throw new CommandException("--warmup is " + warmups + "; it takes 0 or more");
        }
        if (runs < 2) {
            throw new CommandException(
                    "--runs is " + runs + "; a spread takes at least two runs of each");
        }
        checkDirectory("--csv", csv);
        checkDirectory("--markdown", markdown);
    }

    /** Before the measurement, which may take long. */
    private static void checkDirectory(String option, @Nullable Path file) throws CommandException {
        Path directory = file == null ? null : file.toAbsolutePath().getParent();
        if (directory != null && !Files.isWritable(directory)) {
            throw new CommandException(
                    option + " " + file + ": its directory does not exist or is not writable");
        }
    }

    private String command() {
        List<String> words = new ArrayList<>(List.of("./millrace", "bench", "jar"));
        words.addAll(List.of("--warmup", Integer.toString(warmups)));
        words.addAll(List.of("--runs", Integer.toString(runs)));
        if (anyOrder) {
            words.add("--any-order");
        }
        words.addAll(arguments);
        return String.join(" ", words);
    }
}
