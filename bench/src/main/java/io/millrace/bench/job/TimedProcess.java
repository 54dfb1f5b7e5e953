package io.millrace.bench.job;

import io.millrace.apps.workload.JobsJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A command as a person starts it, timed from the start of its process to the end. */
public final class TimedProcess {

    private static final int LINES_OF_LOG = 20;

    private final String name;
    private final List<String> command;
    private final Map<String, String> environment;

    /** A command under a name for messages; the environment is added to that of this process. */
    public TimedProcess(String name, List<String> command, Map<String, String> environment) {
        this.name = name;
        this.command = List.copyOf(command);
        this.environment = Map.copyOf(environment);
    }

    /** What the launcher in {@code home} does with these arguments. */
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
        List<String> command =
                new ArrayList<>(List.of("jar", "--no-history", jar(home, jar).toString()));
        command.addAll(arguments);
        return launcher(home, name, command, environment);
    }

    /** The same, started by another command, whose words these are. */
    public TimedProcess startedBy(List<String> starter) {
        List<String> words = new ArrayList<>(starter);
        words.addAll(command);
        return new TimedProcess(name, words, environment);
    }

    /** Where the jars of jobs are. */
    public static Path jar(Path home, JobsJar jar) {
        String dist = System.getProperty("millrace-dist");
        return (dist == null ? home.resolve("cli/target/dist") : Path.of(dist))
                .resolve("lib/examples")
                .resolve(jar.fileName());
    }

    /** Where a process that works in {@code folder} leaves what it prints. */
    public static Path log(Path folder) {
        return folder.resolve("log");
    }

    /**
     * Figures of a run. The process works in {@code folder}, and what it prints goes to a log
     * there. What {@code servers} take meanwhile, with all that they start, is counted in.
     */
    public Figures run(Path folder, List<ProcessHandle> servers)
            throws IOException, InterruptedException, BenchException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(folder.toFile());
        builder.environment().put("MILLRACE_BUILD", "off");
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true);
        builder.redirectOutput(log(folder).toFile());
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        UsageMeter meter = new UsageMeter(servers);
        long start = System.nanoTime();
        Process process = builder.start();
        meter.watch(process.toHandle());
        int exit;
        try {
            exit = process.waitFor();
        } finally {
            meter.end();
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (exit != 0) {
            throw new BenchException(
                    name + " ended with exit code " + exit + ":\n" + end(log(folder)));
        }
        return new Figures(seconds, null, meter.cpuSeconds(), meter.peakBytes());
    }

    /** The last lines of a log. */
    public static String end(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join(
                "\n", lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size()));
    }
}
