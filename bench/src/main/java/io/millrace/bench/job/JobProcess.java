package io.millrace.bench.job;

import io.millrace.apps.workload.JobsJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A job as a person starts it, timed from the start of the process to its end. */
public final class JobProcess {

    private static final int LINES_OF_LOG = 20;

    private final String name;
    private final List<String> command;

    /** A program of a jar with its arguments, under a name for messages. */
    JobProcess(Path home, String name, JobsJar jar, List<String> arguments) {
        this.name = name;
        command = new ArrayList<>();
        command.add(home.resolve("millrace").toString());
        command.add("jar");
        command.add(jar(home, jar).toString());
        command.addAll(arguments);
    }

    /** Where the jars of jobs are. */
    public static Path jar(Path home, JobsJar jar) {
        return home.resolve("cli/target/dist/lib/examples").resolve(jar.fileName());
    }

    /**
     * Seconds taken. The process works in {@code folder}, and what it prints goes to a log there.
     */
    double run(Path folder) throws IOException, InterruptedException, BenchException {
        Path log = folder.resolve("log");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(folder.toFile());
        builder.environment().put("MILLRACE_BUILD", "off");
        builder.redirectErrorStream(true);
        builder.redirectOutput(log.toFile());
        long start = System.nanoTime();
        Process process = builder.start();
        int exit;
        try {
            exit = process.waitFor();
        } finally {
            process.destroy();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (exit != 0) {
            throw new BenchException(name + " ended with exit code " + exit + ":\n" + end(log));
        }
        return seconds;
    }

    private static String end(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join(
                "\n", lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size()));
    }
}
