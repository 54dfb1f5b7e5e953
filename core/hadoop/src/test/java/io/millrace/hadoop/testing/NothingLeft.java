package io.millrace.hadoop.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.job.JobTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Checks that ended jobs left nothing behind: no record memory, no thread, no directory. Runs after
 * each test class by itself; tests of failures call {@link #check} after each job.
 */
public final class NothingLeft implements AfterAllCallback {
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 5;

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        check();
    }

    /** Waits a little for what ended jobs still do, then says what is left of them. */
    public static void check() throws InterruptedException {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        List<String> left = left();
        while (!left.isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(POLL_MILLIS);
            left = left();
        }
        assertThat(left).as("what ended jobs left behind").isEmpty();
    }

    private static List<String> left() {
        List<String> left = new ArrayList<>();
        long held = JobTable.of(MillraceProcess.current()).memoryHeldBytes();
        if (held != 0) {
            left.add(held + " bytes of record memory");
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("millrace-job_")) {
                left.add("thread " + thread.getName());
            }
        }
        directories().forEach(directory -> left.add("directory " + directory));
        return left;
    }

    /** Local directories of jobs; those of submission files stay as long as the job is known. */
    private static List<Path> directories() {
        Path local = Workspace.temporary().resolve("mapred").resolve("local").resolve("millrace");
        if (!Files.isDirectory(local)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(local)) {
            return all.filter(path -> path.getFileName().toString().startsWith("job_")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + local, e);
        }
    }
}
