package io.millrace.testing;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Checks after each test, including its own clean-up, that it left nothing behind: no record memory
 * of a job or of a closed budget, no thread of a job, and no run or directory of a job in its
 * temporary directories. Memory of the process may stay: files in memory, the input cache, idle
 * threads. JUnit's auto-detection adds it to the tests of all modules.
 *
 * <p>Each leftover fails only the test that left it. Used by one thread at a time.
 */
public final class NothingHeld implements AfterEachCallback {

    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(10);

    private static final long PAUSE_MILLIS = 2;

    private final Duration patience;
    private final Set<String> reported = new TreeSet<>();

    public NothingHeld() {
        this(USUAL_PATIENCE);
    }

    /**
     * A check of tests that are known to leave something.
     *
     * @param patience for the last actions of ended jobs
     */
    public NothingHeld(Duration patience) {
        this.patience = patience;
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        List<Path> folders = LeftFiles.foldersOf(context.getRequiredTestInstances());
        long start = System.nanoTime();
        Set<String> left = left(folders);
        while (!left.isEmpty() && System.nanoTime() - start < patience.toNanos()) {
            Thread.sleep(PAUSE_MILLIS);
            left = left(folders);
        }
        reported.addAll(left);
        if (!left.isEmpty()) {
            throw new AssertionError("left behind: " + String.join(", ", left));
        }
    }

    private Set<String> left(List<Path> folders) throws Exception {
        List<String> found = new ArrayList<>(LeftMemory.find());
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (isOfJob(thread.getName())) {
                found.add("thread " + thread.getName());
            }
        }
        found.addAll(LeftFiles.below(folders));
        Set<String> left = new TreeSet<>(found);
        left.removeAll(reported);
        return left;
    }

    /** Whether it is a thread of one job; threads of pools end when they are idle. */
    private static boolean isOfJob(String thread) {
        return thread.startsWith("millrace-job-")
                || thread.startsWith("millrace-job_")
                || thread.startsWith("millrace-abort-");
    }
}
