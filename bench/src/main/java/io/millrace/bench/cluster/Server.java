package io.millrace.bench.cluster;

import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.TimedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A JVM with one of Hadoop's servers. */
final class Server {

    private static final long SECONDS_TO_END = 15;

    private static final List<String> OPEN =
            List.of(
                    "java.lang",
                    "java.lang.reflect",
                    "java.io",
                    "java.net",
                    "java.nio",
                    "java.util",
                    "java.util.concurrent",
                    "sun.nio.ch");

    private final String name;
    private final Path log;
    private final Process process;

    private Server(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /** Starts a class with arguments; it works in {@code folder}, where its log is. */
    static Server start(Path folder, Path conf, Path jars, String main, String... arguments)
            throws IOException {
        String name = main.substring(main.lastIndexOf('.') + 1);
        String javaHome = System.getProperty("java.home");
        List<String> command = new ArrayList<>();
        command.add(Path.of(javaHome, "bin", "java").toString());
        OPEN.forEach(of -> command.add("--add-opens=java.base/" + of + "=ALL-UNNAMED"));
        command.addAll(List.of("-cp", conf + ":" + jars.resolve("*"), main));
        command.addAll(List.of(arguments));
        Path log = folder.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(folder.toFile());
        builder.environment().keySet().removeIf(key -> key.startsWith("HADOOP_"));
        builder.environment().put("JAVA_HOME", javaHome);
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        return new Server(name, log, builder.start());
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** The processes that it started and that still run. */
    long children() {
        return process.descendants().count();
    }

    /** Fails, with what the server said last, if it has ended. */
    void requireAlive() throws BenchException, IOException {
        if (!process.isAlive()) {
            throw failure("ended with exit code " + process.exitValue());
        }
    }

    /** Waits for a program that ends by itself. */
    void requireSuccess() throws BenchException, IOException, InterruptedException {
        if (process.waitFor() != 0) {
            requireAlive();
        }
    }

    BenchException failure(String what) throws IOException {
        return new BenchException("Hadoop's " + name + " " + what + ":\n" + TimedProcess.end(log));
    }

    /** Ends it, with all that it has started, by force if it does not end soon. */
    void end() {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroy);
        for (ProcessHandle one : all) {
            try {
                one.onExit().get(SECONDS_TO_END, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                one.destroyForcibly();
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException e) {
                one.destroyForcibly();
            }
        }
    }
}
