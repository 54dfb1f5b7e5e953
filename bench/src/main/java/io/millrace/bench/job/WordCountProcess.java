package io.millrace.bench.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Hadoop's WordCount as a person starts it, timed from the start of the process to its end. */
final class WordCountProcess {

    private static final int LINES_OF_LOG = 20;

    private final Path home;
    private final Contender contender;

    WordCountProcess(Path home, Contender contender) {
        this.home = home;
        this.contender = contender;
    }

    /** Seconds taken. What the process prints goes to {@code log}. */
    double run(Path text, OutputFolder output, Path log)
            throws IOException, InterruptedException, BenchException {
        ProcessBuilder builder = new ProcessBuilder(command(text, output));
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
            throw new BenchException(
                    contender.name() + " ended with exit code " + exit + ":\n" + end(log));
        }
        return seconds;
    }

    private List<String> command(Path text, OutputFolder output) {
        Path examples = home.resolve("cli/target/dist/lib/examples/hadoop-mapreduce-examples.jar");
        List<String> command =
                new ArrayList<>(
                        List.of(
                                home.resolve("millrace").toString(),
                                "jar",
                                examples.toString(),
                                "wordcount"));
        command.addAll(contender.jobOptions());
        command.add(text.toUri().toString());
        command.add(output.uri());
        return command;
    }

    private static String end(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join(
                "\n", lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size()));
    }
}
