package io.millrace.conformance;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
            names = "--plug-ins",
            description =
                    "Run jobs in Hadoop's local runner with the plug-ins for clusters, not on"
                            + " Millrace.")
    private boolean plugins;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "Run only classes whose names match REGEX.")
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

    @Spec private @Nullable CommandSpec spec;

    private Main() {}

    static CommandLine commandLine() {
        return new CommandLine(new Main());
    }

    /** The launcher's arguments, the first of which is {@code conformance}. */
    public static void main(String[] arguments) {
        String[] own =
                Arrays.copyOfRange(arguments, Math.min(1, arguments.length), arguments.length);
        System.exit(commandLine().execute(own));
    }

    @Override
    public Integer call() throws IOException, InterruptedException, URISyntaxException {
        List<Case> cases =
                Cases.of(target()).stream()
                        .filter(each -> each.quick() || !quick)
                        .filter(each -> only.matcher(each.className()).find())
                        .toList();
        if (cases.isEmpty()) {
            requireNonNull(spec).commandLine().getErr().println(noClassMatches());
            return WRONG_USE;
        }
        Path base = Files.createTempDirectory("millrace-conformance");
        Suite suite = suite(target(), base, settings, Duration.ofSeconds(limit), jobs);
        System.out.println(cases.size() + " test classes; logs in " + base);
        Score score = suite.run(cases, System.out::println);
        score.failures().forEach(failure -> System.out.println("FAILED " + failure));
        score.surprises().forEach(name -> System.out.println("passes, though listed: " + name));
        System.out.println(score);
        return score.failures().isEmpty() ? 0 : FAILED;
    }

    private Target target() {
        return plugins ? Target.PLUGINS : Target.MILLRACE;
    }

    private String noClassMatches() {
        return "millrace: no "
                + (quick ? "quick " : "")
                + "test class matches --only "
                + only
                + "; the classes are "
                + Cases.of(target()).stream()
                        .filter(each -> each.quick() || !quick)
                        .map(Case::className)
                        .map(name -> name.substring(name.lastIndexOf('.') + 1))
                        .collect(joining(", "));
    }

    /** A suite with the class path that the build wrote next to this program's jar. */
    static Suite suite(
            Target target, Path base, Map<String, String> settings, Duration limit, int atOnce)
            throws IOException, URISyntaxException {
        Path jar = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path dist = jar.resolveSibling(Files.isDirectory(jar) ? "dist" : "..").normalize();
        Map<String, String> all = new LinkedHashMap<>(target.settings());
        all.putAll(settings);
        String classPath =
                target.classPath(
                        SiteFiles.write(base.resolve("settings"), all),
                        jar,
                        Files.readString(dist.resolve("classpath")).strip());
        return new Suite(new TestJvm(base, classPath, limit), atOnce);
    }
}
