package io.millrace.cli.verify;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import io.millrace.hadoop.verify.Likeness;
import io.millrace.hadoop.verify.Outcome;
import io.millrace.hadoop.verify.OutcomeComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileUtil;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Runs a job under Hadoop's local runner and under Millrace, and prints what differs.
 *
 * <p>Outputs are moved after each run, and not redirected at submission: by then the output format
 * has checked the directory, and the program goes on to read it, to give it to its next job, or to
 * rename it, by the name that it knows. A run with another directory would be another program.
 */
@Command(
        name = "verify",
        description = {
            "Run a job under Hadoop's local runner and then under Millrace, and tell whether both come",
            "to the same: exit code, files and their content, counters.",
            "",
            "Output goes where the job puts it; after each run it is moved away, into DIR, so that",
            "the output directory is free for the second run and afterwards as before.",
            "A job that sets mapreduce.framework.name itself cannot be verified.",
            "Exit code 0 if nothing differs, 1 if something does."
        },
        customSynopsis =
                "millrace verify [--any-order] [--work DIR] jar APP.JAR [MAINCLASS] [ARGUMENTS...]",
        sortOptions = false)
public final class VerifyCommand implements Callable<Integer> {

    @Option(names = "--any-order", description = "Let the records of a file come in any order.")
    private boolean anyOrder;

    @Option(
            names = "--work",
            paramLabel = "DIR",
            description = {
                "Keep the outputs and logs of both runs there; DIR must not exist yet.",
                "Else they are deleted if nothing differs."
            })
    private @Nullable Path work;

    @Parameters(hidden = true)
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException, CommandException {
        if (command.size() < 2 || !command.get(0).equals("jar")) {
            throw new CommandException(
                    "verify takes the command to verify: millrace verify jar app.jar arguments...");
        }
        Path directory = directory();
        List<String> differences = compare(directory);
        if (differences.isEmpty()) {
            System.out.println("Nothing differs.");
            if (work == null) {
                FileUtil.fullyDelete(directory.toFile());
            }
            return ExitCode.SUCCESS;
        }
        differences.forEach(System.out::println);
        System.out.println("Outputs and logs of both runs are in " + directory);
        return ExitCode.JOB_FAILED;
    }

    private Path directory() throws IOException, CommandException {
        if (work == null) {
            return Files.createTempDirectory("millrace-verify");
        }
        if (Files.exists(work)) {
            throw new CommandException(
                    "--work " + work + " exists; name a directory that does not exist yet");
        }
        return Files.createDirectories(work).toAbsolutePath();
    }

    private List<String> compare(Path directory)
            throws IOException, InterruptedException, CommandException {
        List<String> arguments = command.subList(1, command.size());
        SideRun local = new SideRun(Side.LOCAL, directory.resolve("local"));
        SideRun millrace = new SideRun(Side.MILLRACE, directory.resolve("millrace"));
        int expected = run(local, Side.LOCAL, arguments);
        Outcome reference = local.take();
        int actual = run(millrace, Side.MILLRACE, arguments);
        Outcome outcome = millrace.take();
        System.out.printf(
                "Compared: exit codes, %d jobs with their counters, %d files.%n",
                reference.jobs().size(), reference.files().names().size());
        return differences(local.jobs(), expected, reference, actual, outcome);
    }

    private static int run(SideRun run, Side side, List<String> arguments)
            throws IOException, InterruptedException, CommandException {
        System.err.println("millrace: running under " + side.title() + "; log in " + run.log());
        return run.run(arguments);
    }

    private List<String> differences(
            List<JobNote> jobs, int expected, Outcome reference, int actual, Outcome outcome)
            throws IOException {
        List<String> found = new ArrayList<>();
        if (expected != actual) {
            found.add("the exit code is " + actual + ", expected " + expected);
        }
        if (reference.jobs().isEmpty() && outcome.jobs().isEmpty()) {
            found.add(
                    "no job was seen to end under either: the program submitted none, did not wait"
                            + " for it, or set mapreduce.framework.name itself");
        }
        found.addAll(
                new OutcomeComparison(
                                anyOrder ? Likeness.ANY_ORDER : Likeness.ORDERED,
                                jobs.stream().anyMatch(JobNote::combines),
                                jobs.stream().anyMatch(JobNote::compresses))
                        .differences(reference, outcome));
        return found;
    }
}
