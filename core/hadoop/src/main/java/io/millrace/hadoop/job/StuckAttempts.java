package io.millrace.hadoop.job;

import io.millrace.engine.job.JobExecution;
import io.millrace.engine.task.AttemptId;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.hadoop.task.TaskAttempts;
import io.millrace.hadoop.tracking.AttemptTracker;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * Ends attempts of one job whose code shows no sign of life for {@code mapreduce.task.timeout}:
 * such an attempt fails, and its task is retried. Time in which the engine works for an attempt or
 * keeps it waiting does not count, because its code cannot show life then. One daemon thread
 * watches all jobs. It samples signs of life as often as tasks of a cluster report them, and checks
 * for timeouts as often as a cluster does: an attempt that is late between two checks, but not at a
 * check, does not time out.
 */
final class StuckAttempts {

    private final JobExecution execution;
    private final AttemptTracker tracker;
    private final TaskAttempts attempts;
    private final TaskTimeout timeout;

    /** When each attempt last showed a sign of life. */
    private final Map<AttemptId, Long> seenNanos = new HashMap<>();

    private final @Nullable ScheduledFuture<?> looks;
    private long nextCheckNanos;

    private StuckAttempts(
            JobExecution execution,
            AttemptTracker tracker,
            TaskAttempts attempts,
            TaskTimeout timeout,
            ScheduledExecutorService watch) {
        this.execution = execution;
        this.tracker = tracker;
        this.attempts = attempts;
        this.timeout = timeout;
        this.nextCheckNanos = System.nanoTime() + timeout.checkNanos();
        this.looks = timeout.millis() > 0 ? schedule(watch) : null;
    }

    /**
     * Watches a job until {@link #stop}. Does not watch a job whose timeout is 0.
     *
     * @param watch the process's thread for it
     */
    static StuckAttempts watch(
            JobConf conf,
            JobExecution execution,
            AttemptTracker tracker,
            TaskAttempts attempts,
            ScheduledExecutorService watch) {
        return new StuckAttempts(execution, tracker, attempts, TaskTimeout.of(conf), watch);
    }

    private ScheduledFuture<?> schedule(ScheduledExecutorService watch) {
        long period = timeout.lookNanos();
        return watch.scheduleWithFixedDelay(this::look, period, period, TimeUnit.NANOSECONDS);
    }

    private void look() {
        long now = System.nanoTime();
        boolean checks = now - nextCheckNanos >= 0;
        if (checks) {
            nextCheckNanos = now + timeout.checkNanos();
        }
        Map<AttemptId, AttemptStatus> running = tracker.runningStatuses();
        seenNanos.keySet().retainAll(running.keySet());
        running.forEach((attempt, status) -> {
            long last = seenNanos.computeIfAbsent(attempt, begun -> now);
            if (status.takeActive()) {
                seenNanos.put(attempt, now);
            } else if (checks && now - last > timeout.nanos()) {
                late(attempt, status, now);
            }
        });
    }

    private void late(AttemptId attempt, AttemptStatus status, long now) {
        if (EngineWork.seenIn(attempts.threads(attempt))) {
            seenNanos.put(attempt, now);
            return;
        }
        execution.endAttempt(
                attempt,
                true,
                "AttemptID:"
                        + status.id()
                        + " Timed out after "
                        + TimeUnit.MILLISECONDS.toSeconds(timeout.millis())
                        + " secs without reading, writing or reporting anything (mapreduce.task.timeout)"
                        + EngineWork.placesOf(attempts.helpers(attempt)));
    }

    void stop() {
        if (looks != null) {
            looks.cancel(false);
        }
    }

    /** Creates the thread that watches all jobs of a process. */
    static ScheduledExecutorService newWatch() {
        ScheduledThreadPoolExecutor watch =
                new ScheduledThreadPoolExecutor(
                        1,
                        work -> {
                            Thread thread = new Thread(work, "millrace-watch");
                            thread.setDaemon(true);
                            thread.setContextClassLoader(null);
                            return thread;
                        });
        watch.setRemoveOnCancelPolicy(true);
        return watch;
    }
}
