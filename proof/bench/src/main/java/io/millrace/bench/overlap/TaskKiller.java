package io.millrace.bench.overlap;

import io.millrace.daemons.HadoopCluster;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ends the JVMs of some tasks in the middle of their work, as a crash does: the faults of the
 * paper's section 6.3. The same tasks die in each run of a job with as many tasks, each in its
 * first attempt. Started and ended by one thread.
 */
final class TaskKiller {

    private static final long POLL_MILLIS = 100;

    /** Processor time of a task that works: the start of its JVM and of Hadoop takes less. */
    private static final Duration IN_THE_MIDDLE = Duration.ofSeconds(2);

    private static final Pattern FIRST_ATTEMPT =
            Pattern.compile("attempt_(\\d+_\\d+)_([mr])_(\\d+)_0\\b");

    private final HadoopCluster cluster;
    private final int oneIn;
    private final Set<String> killed = new HashSet<>();
    private final CountDownLatch ending = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "millrace-task-killer");

    private TaskKiller(HadoopCluster cluster, int oneIn) {
        this.cluster = cluster;
        this.oneIn = oneIn;
    }

    /** Starts to end one task in {@code oneIn}; none if it is 0. */
    static TaskKiller start(HadoopCluster cluster, int oneIn) {
        TaskKiller killer = new TaskKiller(cluster, oneIn);
        if (oneIn > 0) {
            killer.thread.setDaemon(true);
            killer.thread.start();
        }
        return killer;
    }

    private void run() {
        try {
            while (!ending.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                cluster.tasks("_0 ").forEach(this::killIfChosen);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void killIfChosen(ProcessHandle process) {
        Matcher attempt = FIRST_ATTEMPT.matcher(process.info().commandLine().orElse(""));
        if (attempt.find()
                && chosen(attempt.group(3))
                && process.info().totalCpuDuration().orElse(Duration.ZERO).compareTo(IN_THE_MIDDLE)
                        > 0
                && killed.add(attempt.group())) {
            process.destroyForcibly();
        }
    }

    private boolean chosen(String task) {
        return Integer.parseInt(task) % oneIn == 0;
    }

    /** Ends no more tasks. */
    void end() throws InterruptedException {
        ending.countDown();
        thread.join();
    }
}
