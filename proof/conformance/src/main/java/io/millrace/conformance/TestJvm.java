package io.millrace.conformance;

import io.millrace.conformance.TestNotes.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs each test class in a separate JVM and directory, because tests keep results in statics and
 * files in the working directory. Thread-safe.
 */
final class TestJvm {

    private static final List<String> OPENED =
            List.of(
                    "java.io",
                    "java.lang",
                    "java.lang.reflect",
                    "java.math",
                    "java.net",
                    "java.text",
                    "java.util",
                    "java.util.concurrent",
                    "java.util.zip",
                    "sun.security.util",
                    "sun.security.x509");

    /** By name: loading the class requires JUnit, which this program does not have. */
    private static final String MAIN = "io.millrace.conformance.TestMain";

    private static final int UNSAFE_WARNS_FROM = 24;

    private final Path base;
    private final String classPath;
    private final Duration limit;

    /**
     * A runner.
     *
     * @param base the directory for the classes' directories
     * @param limit the time limit of a class
     */
    TestJvm(Path base, String classPath, Duration limit) {
        this.base = base;
        this.classPath = classPath;
        this.limit = limit;
    }

    /** The output of a class. */
    Path log(String className) {
        return base.resolve(className).resolve("log");
    }

    /** Runs a class and returns the result of each method. */
    Map<String, Result> run(String className) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(base.resolve(className));
        Files.createDirectories(directory.resolve("target/test-dir"));
        Files.createDirectories(directory.resolve("tmp"));
        Path notes = directory.resolve("notes");
        ProcessBuilder builder =
                new ProcessBuilder(command(directory, className, notes))
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log(className).toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("HADOOP_"));
        Process process = builder.start();
        String exit;
        try {
            process.getOutputStream().close();
            boolean ended = process.waitFor(limit.toSeconds(), TimeUnit.SECONDS);
            exit =
                    ended
                            ? "its JVM ended with code " + process.exitValue()
                            : "took longer than " + limit.toSeconds() + " s";
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return TestNotes.read(notes, exit);
    }

    private List<String> command(Path directory, String className, Path notes) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-Xmx2g",
                        "-ea",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+EnableDynamicAgentLoading",
                        "-Dnet.bytebuddy.experimental=true",
                        "-Djava.awt.headless=true",
                        "-Djava.io.tmpdir=" + directory.resolve("tmp"),
                        "-Dtest.build.dir=" + directory.resolve("target/test-dir"),
                        "-Dtest.build.data=" + directory.resolve("target/test-dir"),
                        "-Dtest.cache.data=" + directory.resolve("target/test-cache"),
                        "-Dhadoop.log.dir=" + directory.resolve("target/log")));
        if (Runtime.version().feature() >= UNSAFE_WARNS_FROM) {
            command.add("--sun-misc-unsafe-memory-access=allow");
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        command.addAll(List.of("-cp", classPath, MAIN, className));
        command.add(notes.toString());
        return command;
    }
}
