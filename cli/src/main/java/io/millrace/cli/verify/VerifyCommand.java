package io.millrace.cli.verify;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.verify.Agreement;
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
            "Run a job under Hadoop's local runner and then under Millrace, and compare exit codes,"
                    + " files and counters.",
            "",
            "Output goes where the job puts it. After each run it is moved into DIR, so that the"
                    + " output directory is free for the second run. A job that sets"
                    + " mapreduce.framework.name itself cannot be verified. If something differs, two"
                    + " more runs find out why. Values with equal keys come in the order of map tasks,"
                    + " then of emission; Hadoop's local runner returns them in the order of its"
                    + " quicksort. Both are legal, and millrace.sort.ties=hadoop gives Hadoop's order.",
            "",
            "Exit code 0 if nothing differs; 4 if only the order of values with equal keys differs;"
                    + " 5 if two runs under Hadoop's local runner differ as well; 1 if something else"
                    + " differs.",
            ""
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
                "Keep the outputs and logs of all runs there; DIR must not exist yet.",
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
        SideBySide runs =
                new SideBySide(
                        command.subList(1, command.size()),
                        directory,
                        anyOrder ? Agreement.ANY_ORDER : Agreement.ORDERED);
        List<String> differences = runs.differencesOf(Side.MILLRACE, "millrace");
        System.out.printf(
                "Compared: exit codes, %d jobs with their counters, %d files.%n",
                runs.jobs(), runs.files());
        if (differences.isEmpty()) {
            System.out.println("Nothing differs.");
            if (work == null) {
                FileUtil.fullyDelete(directory.toFile());
            }
            return ExitCode.SUCCESS;
        }
        differences.forEach(System.out::println);
        int exitCode = runs.jobs() == 0 ? ExitCode.JOB_FAILED : reason(runs);
        System.out.println("Outputs and logs of all runs are in " + directory);
        return exitCode;
    }

    /** Finds out and says why runs differ, as an exit code. */
    private static int reason(SideBySide runs)
            throws IOException, InterruptedException, CommandException {
        if (runs.differencesOf(Side.MILLRACE_AS_HADOOP, "millrace-as-hadoop").isEmpty()) {
            System.out.println(
                    "The reason is the order of values with equal keys, which Hadoop leaves open:"
                            + " with "
                            + EngineKeys.SORT_TIES
                            + "=hadoop nothing differs.");
            return ExitCode.OTHER_ORDER;
        }
        List<String> again = runs.differencesOf(Side.LOCAL, "local-again");
        if (!again.isEmpty()) {
            System.out.println(
                    "The job is not deterministic: two runs under Hadoop's local runner differ,"
                            + " too. In the second, "
                            + again.get(0));
            return ExitCode.NOT_DETERMINISTIC;
        }
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
}
