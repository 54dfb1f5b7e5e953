package io.millrace.bench.soak;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * All processes of a job, even if their parent has ended: each inherits a mark in its environment,
 * which Linux shows.
 */
final class JobProcesses {

    private static final String VARIABLE = "MILLRACE_SOAK_RUN";
    private static final String WORKER = "WorkerMain";
    private static final long POLL_MILLIS = 20;
    private static final long DUMP_SECONDS = 10;

    private final String mark;

    /**
     * @param mark a text that no other job has
     */
    JobProcesses(String mark) {
        this.mark = mark;
    }

    /** Starts a command of the launcher's in a directory; its output streams go to a log. */
    Process start(List<String> command, Map<String, String> environment, Path directory, Path log)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("MILLRACE_BUILD", "off");
        builder.environment().putAll(environment);
        builder.environment().put(VARIABLE, mark);
        return builder.directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
    }

    /** Those that run. */
    List<ProcessHandle> all() {
        return ProcessHandle.allProcesses().filter(this::isMarked).toList();
    }

    private boolean isMarked(ProcessHandle process) {
        try {
            String all =
                    Files.readString(Path.of("/proc/" + process.pid() + "/environ"), ISO_8859_1);
            return ("\0" + all).contains("\0" + VARIABLE + "=" + mark + "\0");
        } catch (IOException e) {
            return false; // it has ended, or belongs to another user
        }
    }

    /** The workers that run, in the order of their start. */
    List<ProcessHandle> workers() {
        return all().stream()
                .filter(each -> each.info().commandLine().orElse("").contains(WORKER))
                .sorted()
                .toList();
    }

    /** Waits until none is left, up to a time limit; returns those that are. */
    List<ProcessHandle> awaitEnd(long seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<ProcessHandle> left = all();
        while (!left.isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(POLL_MILLIS);
            left = all();
        }
        return left;
    }

    /** Writes the stacks of all threads of a JVM into a file. */
    static void dump(ProcessHandle process, Path file) throws IOException, InterruptedException {
        Process jstack =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "jstack")
                                        .toString(),
                                Long.toString(process.pid()))
                        .redirectErrorStream(true)
                        .redirectOutput(file.toFile())
                        .start();
        if (!jstack.waitFor(DUMP_SECONDS, TimeUnit.SECONDS)) {
            jstack.destroyForcibly(); // of a process that is stopped
        }
    }

    /** Sends a signal. */
    static void signal(String name, ProcessHandle process)
            throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor(); // it may have ended meanwhile
    }
}
