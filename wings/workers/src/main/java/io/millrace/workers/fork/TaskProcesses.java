package io.millrace.workers.fork;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The processes of a job's tasks: the JVMs that it forks, and all that their tasks start. They end
 * with the job, as on a cluster, even if their JVM has ended before them. A variable in their
 * environment, which processes inherit, identifies them. Systems without {@code /proc} do not show
 * it; there, only processes below a JVM that this process ends are ended. Thread-safe.
 */
final class TaskProcesses {

    private static final Path ALL = Path.of("/proc");
    private static final String VARIABLE = "MILLRACE_TASKS_OF";

    private final String value = UUID.randomUUID().toString();

    /** Marks a JVM that is to be started. */
    void mark(ProcessBuilder jvm) {
        jvm.environment().put(VARIABLE, value);
    }

    /** Ends all processes that are left. */
    void end() {
        ProcessHandle.allProcesses().filter(this::isMarked).forEach(ProcessHandle::destroyForcibly);
    }

    private boolean isMarked(ProcessHandle process) {
        try {
            Path environment = ALL.resolve(Long.toString(process.pid())).resolve("environ");
            return Files.exists(environment)
                    && new String(Files.readAllBytes(environment), StandardCharsets.ISO_8859_1)
                            .contains(VARIABLE + "=" + value);
        } catch (IOException e) {
            return false; // it has ended, or is of another user
        }
    }
}
