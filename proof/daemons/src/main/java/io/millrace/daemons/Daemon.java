package io.millrace.daemons;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A JVM with one of Hadoop's servers. Thread-safe. */
public final class Daemon {

    private static final long SECONDS_TO_END = 15;
    private static final int LINES_OF_LOG = 20;

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
    private volatile boolean killed;

    private Daemon(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts a class with arguments.
     *
     * @param directory where it works, and where its log is
     * @param conf the directory of its configuration
     */
    static Daemon start(
            Path directory,
            Path conf,
            ClusterShape shape,
            Place place,
            String main,
            String... arguments)
            throws IOException {
        String name = main.substring(main.lastIndexOf('.') + 1);
        List<String> command = new ArrayList<>(place.prefix());
        command.add(shape.java().resolve("bin").resolve("java").toString());
        OPEN.forEach(of -> command.add("--add-opens=java.base/" + of + "=ALL-UNNAMED"));
        command.addAll(shape.options());
        command.addAll(List.of("-cp", conf + ":" + shape.jars().resolve("*"), main));
        command.addAll(List.of(arguments));
        Path log = directory.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(directory.toFile());
        builder.environment().keySet().removeIf(key -> key.startsWith("HADOOP_"));
        builder.environment().put("JAVA_HOME", shape.java().toString());
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        return new Daemon(name, log, builder.start());
    }

    /** Its process; in a network namespace, too. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** The file with its output. */
    public Path log() {
        return log;
    }

    /** Ends it at once, as a crash does; the tasks that it started continue. */
    public void kill() {
        killed = true;
        process.destroyForcibly().onExit().join();
    }

    /** The processes that it started and that still run. */
    long children() {
        return process.descendants().count();
    }

    /** Fails, with what the server said last, if it has ended and was not killed. */
    void requireAlive() throws DaemonException, IOException {
        if (!process.isAlive() && !killed) {
            throw failure("ended with exit code " + process.exitValue());
        }
    }

    /** Waits for a program that ends by itself. */
    void requireSuccess() throws DaemonException, IOException, InterruptedException {
        if (process.waitFor() != 0) {
            requireAlive();
        }
    }

    private DaemonException failure(String what) throws IOException {
        List<String> lines = Files.readAllLines(log);
        String end =
                String.join(
                        "\n",
                        lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size()));
        return new DaemonException("Hadoop's " + name + " " + what + ":\n" + end);
    }

    /** Ends it, with all that it has started, by force if it does not end soon. */
    void end() {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        end(all);
    }

    /** Ends processes, by force if they do not end soon. */
    static void end(List<ProcessHandle> all) {
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
