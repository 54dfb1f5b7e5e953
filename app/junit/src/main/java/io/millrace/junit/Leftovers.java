package io.millrace.junit;

import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.job.HadoopJob;
import io.millrace.hadoop.job.JobTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.mapred.JobID;

/** Leftovers of jobs: what they hold now and did not hold at an earlier time. */
final class Leftovers {

    /** Time for attempts to notice that they were killed. */
    private static final Duration FOR_KILLS = Duration.ofSeconds(30);

    /** Time for the last steps of an ended job. */
    private static final Duration FOR_MEMORY = Duration.ofSeconds(10);

    private static final long POLL_MILLIS = 5;

    private final JobTable table = JobTable.of(MillraceProcess.current());
    private final Set<JobID> before = new HashSet<>();
    private final long heldBefore;

    private Leftovers() {
        table.all().forEach(job -> before.add(job.id()));
        heldBefore = table.memoryHeldBytes();
    }

    /** Compares with the current state. */
    static Leftovers since() {
        return new Leftovers();
    }

    /**
     * Kills jobs that still run, waits for their end, and returns what was left; ideally nothing.
     */
    List<String> end() throws InterruptedException {
        List<String> left = new ArrayList<>();
        List<HadoopJob> running =
                table.all().stream()
                        .filter(job -> !before.contains(job.id()) && !job.ended())
                        .toList();
        for (HadoopJob job : running) {
            left.add(
                    "%s (%s) running, which was killed; wait for it, or kill it, in the test"
                            .formatted(job.id(), job.status().getJobName()));
            job.kill("its test has ended");
        }
        if (!await(FOR_KILLS, () -> running.stream().allMatch(HadoopJob::ended))) {
            left.add("tasks that do not end when they are killed");
        }
        if (!await(FOR_MEMORY, () -> table.memoryHeldBytes() <= heldBefore)) {
            left.add(
                    "%,d bytes of record memory held, %,d before it; delete its files in mem:, and close their readers"
                            .formatted(table.memoryHeldBytes(), heldBefore));
        }
        return left;
    }

    private static boolean await(Duration patience, BooleanSupplier condition)
            throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return true;
    }
}
