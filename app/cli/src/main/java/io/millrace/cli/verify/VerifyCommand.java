package io.millrace.cli.verify;

import io.millrace.cli.jar.JarOptions;
import io.millrace.cli.jar.JobJar;
import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.verify.Agreement;
import io.millrace.verify.Difference;
import io.millrace.verify.run.RunResult;
import io.millrace.verify.run.ScratchDirectory;
import io.millrace.verify.run.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a job under Hadoop's local runner and under Millrace, and prints the differences. */
@Command(
        name = "verify",
        description = {
            "Run a job under Hadoop's local runner and then under Millrace, and compare exit codes,"
                    + " files and counters.",
            "",
            "Output goes where the job puts it. After each run it is moved into DIR, so that the"
                    + " output directory is free for the next run. A job that sets"
                    + " mapreduce.framework.name itself cannot be verified.",
            "",
            "Text is compared byte by byte. SequenceFiles, MapFiles, Avro, Parquet and ORC files are"
                    + " compared record by record if their bytes differ. The readers of Parquet and"
                    + " ORC come from the job's class path: its jar, -libjars, HADOOP_CLASSPATH or"
                    + " --packages. Without a reader, the bytes decide.",
            "",
            "With --against DIR the output of the program's last job is compared with an earlier"
                    + " output, of a cluster for instance. The program runs under Millrace only."
                    + " Counters, and files whose names begin with _ or a dot, are not compared.",
            "",
            "If something differs, up to two more runs find out why. Values with equal keys come in"
                    + " the order of map tasks, then of emission; Hadoop's local runner returns them in"
                    + " the order of its quicksort. Both are legal, and millrace.sort.ties=hadoop gives"
                    + " Hadoop's order.",
            "",
            "Exit code 0 if nothing differs; 4 if only the order of values with equal keys differs;"
                    + " 5 if two runs under Hadoop's local runner, or under Millrace with --against,"
                    + " differ in the same files and counters; 1 if something else differs or both runs fail.",
            ""
        },
        customSynopsis =
                "millrace verify [--any-order] [--against DIR] [--work DIR] jar APP.JAR [MAINCLASS]"
                        + " [ARGUMENTS...]",
        sortOptions = false)
public final class VerifyCommand implements Callable<Integer> {

    @Option(names = "--any-order", description = "Ignore the order of records in a file.")
    private boolean anyOrder;

    @Option(
            names = "--against",
            paramLabel = "DIR",
            description =
                    "Compare with the output of an earlier run in DIR, local or of a Hadoop file"
                            + " system.")
    private @Nullable String against;

    @Option(
            names = "--work",
            paramLabel = "DIR",
            description = {
                "Keep the outputs and logs of all runs in DIR, which must not exist yet.",
                "Without this option they are deleted if nothing differs."
            })
    private @Nullable Path work;

    @Parameters(hidden = true)
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException, CommandException {
        List<String> arguments = jobArguments();
        if (work != null) {
            if (Files.exists(work)) {
                throw new CommandException(
                        "--work " + work + " exists; name a directory that does not exist yet");
            }
            return verify(arguments, Files.createDirectories(work).toAbsolutePath());
        }
        try (ScratchDirectory scratch = new ScratchDirectory("millrace-verify")) {
            int exitCode = verify(arguments, scratch.path());
            if (exitCode != ExitCode.SUCCESS) {
                scratch.keep();
            }
            return exitCode;
        }
    }

    /** The arguments of {@code millrace jar}, checked as that command does. */
    private List<String> jobArguments() throws CommandException {
        if (command.size() < 2 || !command.get(0).equals("jar")) {
            throw new CommandException(
                    "verify takes the command to verify: millrace verify jar app.jar arguments...");
        }
        List<String> arguments = command.subList(1, command.size());
        JarOptions options = JarOptions.of(arguments);
        if (!options.namesJar()) {
            throw new CommandException(
                    "no jar is named after verify jar; millrace help verify shows how");
        }
        JobJar.of(options.rest());
        return arguments;
    }

    private int verify(List<String> arguments, Path directory)
            throws IOException, InterruptedException, CommandException {
        Agreement agreement = anyOrder ? Agreement.ANY_ORDER : Agreement.ORDERED;
        Runs runs = new Runs(arguments, directory);
        int exitCode =
                against == null
                        ? compareWithLocalRunner(new SideBySide(runs, agreement))
                        : EarlierOutput.in(against, agreement).compare(runs);
        if (exitCode != ExitCode.SUCCESS) {
            System.out.println("Outputs and logs of all runs are in " + directory);
        }
        return exitCode;
    }

    private static int compareWithLocalRunner(SideBySide runs)
            throws IOException, InterruptedException, CommandException {
        RunResult local = runs.first();
        RunResult millrace = runs.run(Side.MILLRACE, "millrace");
        return local.failure().isPresent() && millrace.failure().isPresent()
                ? bothFailed(local, millrace)
                : compare(runs, millrace);
    }

    /** A failure on both sides shows nothing about results. */
    private static int bothFailed(RunResult local, RunResult millrace) {
        System.out.println("Both runs failed, so there is no result to compare.");
        for (RunResult run : List.of(local, millrace)) {
            System.out.println(run.side().title() + ": " + run.failure().orElseThrow());
        }
        return ExitCode.JOB_FAILED;
    }

    private static int compare(SideBySide runs, RunResult millrace)
            throws IOException, InterruptedException, CommandException {
        List<Difference> differences = runs.differencesOf(millrace);
        System.out.printf(
                "Compared: exit codes, %s with counters, %s.%n",
                number(runs.first().jobs().size(), "job"),
                number(runs.first().outcome().files().names().size(), "file"));
        if (differences.isEmpty()) {
            System.out.println("Nothing differs.");
            return ExitCode.SUCCESS;
        }
        differences.forEach(System.out::println);
        boolean comparable =
                runs.first().failure().isEmpty()
                        && millrace.failure().isEmpty()
                        && !runs.first().jobs().isEmpty();
        return comparable ? reason(runs, differences) : ExitCode.JOB_FAILED;
    }

    static String number(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** Finds out and says why runs differ, as an exit code. */
    private static int reason(SideBySide runs, List<Difference> differences)
            throws IOException, InterruptedException, CommandException {
        if (runs.differencesOf(runs.run(Side.MILLRACE_AS_HADOOP, "millrace-as-hadoop")).isEmpty()) {
            System.out.println(
                    "The reason is the order of values with equal keys, which Hadoop leaves open:"
                            + " with "
                            + EngineKeys.SORT_TIES
                            + "=hadoop nothing differs.");
            return ExitCode.OTHER_ORDER;
        }
        List<Difference> again = runs.differencesOf(runs.run(Side.LOCAL, "local-again"));
        Set<String> open = again.stream().map(Difference::subject).collect(Collectors.toSet());
        List<Difference> ours =
                differences.stream()
                        .filter(difference -> !open.contains(difference.subject()))
                        .toList();
        if (ours.isEmpty()) {
            System.out.println(
                    "The job is not deterministic: two runs under Hadoop's local runner differ,"
                            + " too. In the second, "
                            + again.get(0));
            return ExitCode.NOT_DETERMINISTIC;
        }
        System.out.println(
                again.isEmpty()
                        ? "Two runs under Hadoop's local runner agree: only Millrace differs."
                        : "Two runs under Hadoop's local runner differ as well, but agree where"
                                + " Millrace differs in this: "
                                + ours.get(0));
        return ExitCode.JOB_FAILED;
    }
}
