package io.millrace.cli.verify;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.verify.Agreement;
import io.millrace.verify.Difference;
import io.millrace.verify.Outcome;
import io.millrace.verify.OutcomeComparison;
import io.millrace.verify.OutputTree;
import io.millrace.verify.run.RunResult;
import io.millrace.verify.run.Side;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The output of an earlier run of a program, wherever it ran, to compare runs of today with. */
final class EarlierOutput {

    private final String directory;
    private final OutputTree files;
    private final Agreement agreement;

    private EarlierOutput(String directory, OutputTree files, Agreement agreement) {
        this.directory = directory;
        this.files = files;
        this.agreement = agreement;
    }

    /**
     * Reads a directory, which is a local one or one of a Hadoop file system.
     *
     * @throws CommandException if it has no file that a job would read
     */
    static EarlierOutput in(String directory, Agreement agreement)
            throws IOException, CommandException {
        OutputTree files;
        try {
            files = OutputTree.read(path(directory)).visible();
        } catch (IllegalArgumentException e) {
            throw new CommandException(
                    "--against " + directory + " is not a path: " + e.getMessage());
        }
        if (files.names().isEmpty()) {
            throw new CommandException(
                    "--against "
                            + directory
                            + " has no output files; name the output directory of an earlier run");
        }
        return new EarlierOutput(directory, files, agreement);
    }

    /** Hadoop reads a colon in a name as the end of a scheme, so a local directory comes first. */
    private static org.apache.hadoop.fs.Path path(String directory) {
        File local = new File(directory);
        return local.exists()
                ? new org.apache.hadoop.fs.Path(local.toURI())
                : new org.apache.hadoop.fs.Path(directory);
    }

    /** Runs the program under Millrace, prints the differences, and returns the exit code. */
    int compare(Runs runs) throws IOException, InterruptedException, CommandException {
        RunResult today = runs.run(Side.MILLRACE, "millrace");
        if (today.failure().isPresent()) {
            System.out.println("The run under Millrace failed: " + today.failure().get());
            return ExitCode.JOB_FAILED;
        }
        List<Path> libraries = runs.librariesOf(today);
        OutputTree output = today.lastOutput().visible();
        List<Difference> differences = differences(files, output, libraries);
        System.out.printf(
                "Compared: %s with the output in %s.%n",
                VerifyCommand.number(output.names().size(), "file"), directory);
        if (differences.isEmpty()) {
            System.out.println("Nothing differs.");
            return ExitCode.SUCCESS;
        }
        differences.forEach(System.out::println);
        if (!files.names().equals(output.names())) {
            System.out.println(
                    "The runs wrote files of different names. If the earlier one had other numbers"
                            + " of reduces or splits, set them as they were.");
            return ExitCode.JOB_FAILED;
        }
        return reason(runs, output, differences, libraries);
    }

    private List<Difference> differences(
            OutputTree expected, OutputTree actual, List<Path> libraries) throws IOException {
        return new OutcomeComparison(agreement, false, false, libraries)
                .differences(
                        new Outcome(List.of(), expected), new Outcome(List.of(), actual.visible()));
    }

    /** Finds out and says why the run differs, as an exit code. */
    private int reason(
            Runs runs, OutputTree output, List<Difference> differences, List<Path> libraries)
            throws IOException, InterruptedException, CommandException {
        RunResult ordered = runs.run(Side.MILLRACE_AS_HADOOP, "millrace-as-hadoop");
        if (differences(files, ordered.lastOutput(), libraries).isEmpty()) {
            System.out.println(
                    "The reason is the order of values with equal keys, which Hadoop leaves open:"
                            + " with "
                            + EngineKeys.SORT_TIES
                            + "=hadoop nothing differs.");
            return ExitCode.OTHER_ORDER;
        }
        RunResult again = runs.run(Side.MILLRACE, "millrace-again");
        Set<String> open =
                differences(output, again.lastOutput(), libraries).stream()
                        .map(Difference::subject)
                        .collect(Collectors.toSet());
        if (differences.stream().map(Difference::subject).allMatch(open::contains)) {
            System.out.println(
                    "The job is not deterministic: two runs under Millrace differ in the same"
                            + " files.");
            return ExitCode.NOT_DETERMINISTIC;
        }
        System.out.println(
                "Two runs under Millrace agree in this. The input, the settings or the order of"
                        + " values with equal keys may have been different in the earlier run."
                        + " Without --against, verify compares with Hadoop's local runner.");
        return ExitCode.JOB_FAILED;
    }
}
