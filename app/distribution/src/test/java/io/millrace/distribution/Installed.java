package io.millrace.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The tarball in a directory that nobody may write to, reached through a symbolic link, for a user
 * with an empty home and no Maven on the path.
 */
final class Installed {

    private static final long LIMIT_SECONDS = 300;
    private static final List<String> TOOLS =
            List.of(
                    "bash",
                    "cat",
                    "cksum",
                    "cp",
                    "dirname",
                    "env",
                    "getconf",
                    "locale",
                    "ls",
                    "mkdir",
                    "mktemp",
                    "mv",
                    "readlink",
                    "rm",
                    "sed",
                    "tr",
                    "uname");

    private final Path folder;
    private final Path root;
    private final Path link;
    private final Path tools;

    private Installed(Path folder, Path root, Path link, Path tools) {
        this.folder = folder;
        this.root = root;
        this.link = link;
        this.tools = tools;
    }

    static Installed in(Path folder) throws IOException, InterruptedException {
        Path place = Files.createDirectory(folder.resolve("read only"));
        run(
                new ProcessBuilder("tar", "-xzf", tarball().toString(), "-C", place.toString()),
                folder);
        Path root = place.resolve("millrace-" + System.getProperty("version"));
        run(new ProcessBuilder("chmod", "-R", "a-w", place.toString()), folder);
        Path link =
                Files.createSymbolicLink(
                        Files.createDirectory(folder.resolve("links")).resolve("millrace"),
                        root.resolve("bin/millrace"));
        return new Installed(folder, root, link, toolsWithoutMaven(folder));
    }

    static Path tarball() {
        return Path.of(System.getProperty("tarball"));
    }

    /** What the launcher uses of a system; a JDK and Maven are not among it. */
    private static Path toolsWithoutMaven(Path folder) throws IOException {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String name : TOOLS) {
            Path tool = Path.of("/usr/bin", name);
            Path elsewhere = Path.of("/bin", name);
            if (Files.exists(tool) || Files.exists(elsewhere)) {
                Files.createSymbolicLink(
                        tools.resolve(name), Files.exists(tool) ? tool : elsewhere);
            }
        }
        return tools;
    }

    /** Runs a line of bash in a directory. */
    static void shell(Path directory, String line) throws IOException, InterruptedException {
        run(new ProcessBuilder("bash", "-c", line), directory);
    }

    /** The top directory of the distribution. */
    Path root() {
        return root;
    }

    /** Every path in the distribution with its size and time: what a run must not change. */
    Map<String, String> everything() throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(root)) {
            paths.forEach(path -> {
                try {
                    all.put(
                            path.toString(),
                            Files.size(path) + " " + Files.getLastModifiedTime(path));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return all;
    }

    /** A home of a user; where it is not there yet, an empty one. */
    Path home(String user) throws IOException {
        return Files.createDirectories(folder.resolve("home of " + user));
    }

    /** What a successful run of the launcher by that user printed, both streams. */
    String run(String user, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(link.toString()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.put("HOME", home(user).toString());
        environment.put("PATH", tools.toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("HADOOP_HEAPSIZE_MAX", "768");
        return run(builder, home(user));
    }

    private static String run(ProcessBuilder builder, Path directory)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("millrace-installed", ".log");
        try {
            Process process =
                    builder.directory(directory.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .redirectInput(Path.of("/dev/null").toFile())
                            .start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("still running: " + builder.command());
            }
            String text = Files.readString(output, UTF_8);
            assertThat(process.exitValue()).as("%s: %s", builder.command(), text).isZero();
            return text;
        } finally {
            Files.delete(output);
        }
    }
}
