package io.millrace.measure.process;

import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.verify.run.ChildProcess;
import io.millrace.workloads.JobsJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A command as a person starts it, timed from the start of its process to the end. */
public final class TimedProcess {

    private static final int LINES_OF_LOG = 20;

    private final String name;
    private final List<String> command;
    private final Map<String, String> environment;
    private final @Nullable Path workingDirectory;

    /** A command under a name for messages; the environment is added to that of this process. */
    public TimedProcess(String name, List<String> command, Map<String, String> environment) {
        this(name, command, environment, null);
    }

    private TimedProcess(
            String name,
            List<String> command,
            Map<String, String> environment,
            @Nullable Path workingDirectory) {
        this.name = name;
        this.command = List.copyOf(command);
        this.environment = Map.copyOf(environment);
        this.workingDirectory = workingDirectory;
    }

    /** The same command, which works in this directory instead of that of its log. */
    public TimedProcess workingIn(Path directory) {
        return new TimedProcess(name, command, environment, directory);
    }

    /** The launcher in {@code home} with these arguments. */
    public static TimedProcess launcher(
            Path home, String name, List<String> arguments, Map<String, String> environment) {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("millrace").toString());
        command.addAll(arguments);
        return new TimedProcess(name, command, environment);
    }

    /** A program of one of the jars, started by the launcher in {@code home}. */
    public static TimedProcess job(
            Path home,
            String name,
            JobsJar jar,
            List<String> arguments,
            Map<String, String> environment) {
        return job(home, name, List.of(), jar, arguments, environment);
    }

    /** The same, with further options of the launcher before the jar. */
    public static TimedProcess job(
            Path home,
            String name,
            List<String> options,
            JobsJar jar,
            List<String> arguments,
            Map<String, String> environment) {
        List<String> command = new ArrayList<>();
        command.addAll(List.of("jar", "--no-history"));
        command.addAll(options);
        command.add(jar(home, jar).toString());
        command.addAll(arguments);
        return launcher(home, name, command, environment);
    }

    /** The same, started by another command, whose words these are. */
    public TimedProcess startedBy(List<String> starter) {
        List<String> words = new ArrayList<>(starter);
        words.addAll(command);
        return new TimedProcess(name, words, environment, workingDirectory);
    }

    /** Path of a jar of jobs. */
    public static Path jar(Path home, JobsJar jar) {
        return library(home).resolve("examples").resolve(jar.fileName());
    }

    /** The directory of all jars of the Millrace in {@code home}. */
    public static Path library(Path home) {
        String dist = System.getProperty("millrace-dist");
        return (dist == null ? home.resolve("app/cli/target/dist") : Path.of(dist)).resolve("lib");
    }

    /** The log of a process that is run in {@code directory}. */
    public static Path log(Path directory) {
        return directory.resolve("log");
    }

    /**
     * Runs the command once. Its processes end with this one.
     *
     * @param directory gets the log with both output streams; also the working directory, unless
     *     another is set
     * @param servers processes whose time and memory count as well, with their descendants
     * @throws MeasurementException if the exit code is not 0; the message has the end of the log
     */
    public Figures run(Path directory, List<ProcessHandle> servers)
            throws IOException, InterruptedException, MeasurementException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory((workingDirectory == null ? directory : workingDirectory).toFile());
        builder.environment().put("MILLRACE_BUILD", "off");
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true);
        builder.redirectOutput(log(directory).toFile());
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        UsageMeter meter = new UsageMeter(servers);
        long start = System.nanoTime();
        int exit;
        double seconds;
        try (ChildProcess process = ChildProcess.start(builder)) {
            meter.watch(process.handle());
            exit = process.waitFor();
            seconds = (System.nanoTime() - start) / 1e9;
        } finally {
            meter.end();
        }
        if (exit != 0) {
            throw new MeasurementException(
                    name + " ended with exit code " + exit + ":\n" + end(log(directory)));
        }
        return Figures.of(Figures.SECONDS, seconds)
                .and(Figures.CPU_SECONDS, meter.cpuSeconds())
                .and(Figures.PEAK_BYTES, meter.peakBytes());
    }

    /** The last lines of a log. */
    public static String end(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join(
                "\n", lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size()));
    }
}
