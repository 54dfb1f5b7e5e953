package io.millrace.conformance.program;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The directory in which a program is fetched, built and run.
 *
 * @param home the directory of Millrace's sources, with its launcher
 * @param directory the program's own directory
 */
record Workplace(Path home, Path directory) {

    private static final int LINES_OF_LOG = 20;
    private static final long MINUTES = 10;

    /** The input of all programs: the pages of the documentation. */
    Path input() {
        return home.resolve("docs");
    }

    /** The programs' own sources. */
    Path source(String path) {
        return home.resolve("proof/conformance/src/programs").resolve(path);
    }

    /** Fetches artifacts from Maven's repositories, without dependencies. */
    Path fetch(String... coordinates) throws IOException, InterruptedException {
        Path lib = directory.resolve("lib");
        for (String each : coordinates) {
            run(
                    "fetch",
                    "mvn",
                    "-q",
                    "-B",
                    "dependency:copy",
                    "-Dartifact=" + each,
                    "-DoutputDirectory=" + lib);
        }
        return lib;
    }

    /** Runs {@code ./millrace jar} with a framework; returns the log. */
    Path job(String log, String framework, List<String> jarAndArguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.addAll(List.of(launcher(), "jar", "--no-history"));
        command.addAll(jarAndArguments.subList(0, 2));
        command.add("-Dmapreduce.framework.name=" + framework);
        command.addAll(jarAndArguments.subList(2, jarAndArguments.size()));
        return run(log, command.toArray(String[]::new));
    }

    String launcher() {
        return home.resolve("millrace").toString();
    }

    /**
     * Runs a command in the directory; returns the file with its whole output.
     *
     * @throws IOException if it fails or takes too long
     */
    Path run(String log, String... command) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Path output = directory.resolve(log + ".log");
        Process process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .redirectInput(Path.of("/dev/null").toFile())
                        .start();
        try {
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                throw failed("took more than " + MINUTES + " minutes", command, output);
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
        if (process.exitValue() != 0) {
            throw failed("ended with exit code " + process.exitValue(), command, output);
        }
        return output;
    }

    private static IOException failed(String how, String[] command, Path output)
            throws IOException {
        List<String> lines = Files.readAllLines(output);
        List<String> last = lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size());
        return new IOException(
                String.join(" ", command) + " " + how + ":\n" + String.join("\n", last));
    }

    /** The lines of all files in a directory with matching names, sorted. */
    static List<String> sortedLines(Path directory, String glob) throws IOException {
        PathMatcher wanted = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> wanted.matches(each.getFileName())).toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines.stream().sorted().toList();
    }
}
