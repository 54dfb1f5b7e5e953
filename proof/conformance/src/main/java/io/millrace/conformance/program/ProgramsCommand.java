package io.millrace.conformance.program;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs programs of others on Millrace and compares what they make. */
@Command(
        name = "programs",
        description = {
            "Run third-party programs on Millrace and compare their results with those of Hadoop's",
            "local runner or, for mrjob, of Python alone. They are fetched from Maven's and Python's repositories;",
            "mrjob needs python3 with its module venv."
        },
        mixinStandardHelpOptions = true)
public final class ProgramsCommand implements Callable<Integer> {

    private static final int FAILED = 1;
    private static final int WRONG_USE = 2;
    private static final List<Program> PROGRAMS = List.of(new Crunch(), new Giraph(), new Mrjob());

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "Run only programs whose names match REGEX: crunch, giraph, mrjob.")
    private Pattern only = Pattern.compile("");

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("millrace-home", ".")).toAbsolutePath();
        List<Program> chosen =
                PROGRAMS.stream().filter(each -> only.matcher(each.name()).find()).toList();
        if (chosen.isEmpty()) {
            requireNonNull(spec)
                    .commandLine()
                    .getErr()
                    .println(
                            "millrace: no program matches --only "
                                    + only
                                    + "; the programs are "
                                    + PROGRAMS.stream().map(Program::name).collect(joining(", ")));
            return WRONG_USE;
        }
        int passed = 0;
        int failed = 0;
        for (Program program : chosen) {
            Path folder = home.resolve("proof/conformance/target/programs").resolve(program.name());
            System.out.println(program.name() + ": fetching and building in " + folder);
            for (Comparison each : program.prepare(new Workplace(home, folder))) {
                String difference = differenceOf(each);
                boolean same = difference.isEmpty();
                System.out.println(
                        (same ? "ok     " : "FAILED ")
                                + program.name()
                                + " "
                                + each.name()
                                + (same ? "" : ": " + difference));
                passed += same ? 1 : 0;
                failed += same ? 0 : 1;
            }
        }
        System.out.println(passed + " passed, " + failed + " failed");
        return failed == 0 ? 0 : FAILED;
    }

    /** A program that cannot be run counts as different, and the next ones still run. */
    private static String differenceOf(Comparison of) throws InterruptedException {
        try {
            return of.difference();
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
