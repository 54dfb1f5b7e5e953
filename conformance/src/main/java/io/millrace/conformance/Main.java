package io.millrace.conformance;

import io.millrace.conformance.Cases.Case;
import io.millrace.conformance.program.ProgramsCommand;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs Hadoop's own tests on Millrace and prints the results. */
@Command(
        name = "millrace conformance",
        description = "Run Hadoop's own tests, as published with its releases, on Millrace.",
        subcommands = ProgramsCommand.class,
        mixinStandardHelpOptions = true)
final class Main implements Callable<Integer> {

    private static final int FAILED = 1;
    private static final int WRONG_USE = 2;

    @Option(names = "--quick", description = "Run only the quick tests, as every build does.")
    private boolean quick;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "Run only classes whose names contain this.")
    private Pattern only = Pattern.compile("");

    @Option(
            names = "--jobs",
            defaultValue = "2",
            description = "Number of concurrent JVMs (${DEFAULT-VALUE}).")
    private int jobs;

    @Option(
            names = "--limit",
            defaultValue = "300",
            paramLabel = "SECONDS",
            description = "Time limit of a class (${DEFAULT-VALUE}).")
    private int limit;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "A setting for all jobs, for instance millrace.fast.paths=false.")
    private Map<String, String> settings = new LinkedHashMap<>();

    private Main() {}

    /** The launcher's arguments, the first of which is {@code conformance}. */
    public static void main(String[] arguments) {
        String[] own =
                Arrays.copyOfRange(arguments, Math.min(1, arguments.length), arguments.length);
        System.exit(new CommandLine(new Main()).execute(own));
    }

    @Override
    public Integer call() throws IOException, InterruptedException, URISyntaxException {
        List<Case> cases =
                Cases.all().stream()
                        .filter(each -> each.quick() || !quick)
                        .filter(each -> only.matcher(each.className()).find())
                        .toList();
        if (cases.isEmpty()) {
            System.err.println(
                    "millrace: no test class matches --only "
                            + only
                            + (quick ? " among the quick ones" : "")
                            + "; name a part of a class name, for instance TestJob");
            return WRONG_USE;
        }
        Path base = Files.createTempDirectory("millrace-conformance");
        Suite suite = suite(base, settings, Duration.ofSeconds(limit), jobs);
        System.out.println(cases.size() + " test classes; logs in " + base);
        Score score = suite.run(cases, System.out::println);
        score.failures().forEach(failure -> System.out.println("FAILED " + failure));
        score.surprises().forEach(name -> System.out.println("passes, though listed: " + name));
        System.out.println(score);
        return score.failures().isEmpty() ? 0 : FAILED;
    }

    /** A suite with the class path that the build wrote next to this program's jar. */
    static Suite suite(Path base, Map<String, String> settings, Duration limit, int atOnce)
            throws IOException, URISyntaxException {
        Path jar = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path dist = jar.resolveSibling(Files.isDirectory(jar) ? "dist" : "..").normalize();
        String classPath =
                TestJvm.classPath(
                        SiteFiles.write(base.resolve("settings"), settings),
                        jar,
                        Files.readString(dist.resolve("classpath")).strip());
        return new Suite(new TestJvm(base, classPath, limit), atOnce);
    }
}
