package io.millrace.hadoop.job;

import io.millrace.engine.job.JobExecution;
import io.millrace.engine.task.AttemptId;
import io.millrace.hadoop.job.board.TaskBoard;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.hadoop.task.TaskAttempts;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.jspecify.annotations.Nullable;

/**
 * Ends attempts of one job whose code shows no sign of life for {@code mapreduce.task.timeout}:
 * such an attempt has failed, and its task is tried again. While the engine works for an attempt,
 * or keeps it waiting, its code has no chance to show any. All jobs are watched by one daemon
 * thread, which asks often enough to notice within a tenth of the time.
 */
final class StuckAttempts {

    private static final int CHECKS_PER_TIMEOUT = 10;
    private static final long SHORTEST_CHECK_MILLIS = 20;
    private static final ScheduledThreadPoolExecutor WATCH = newWatch();

    private final JobExecution execution;
    private final TaskBoard board;
    private final TaskAttempts attempts;
    private final long timeoutMillis;
    private final Map<AttemptId, Long> lastSeenNanos = new HashMap<>();
    private final @Nullable ScheduledFuture<?> checks;

    private StuckAttempts(
            JobExecution execution, TaskBoard board, TaskAttempts attempts, long timeoutMillis) {
        this.execution = execution;
        this.board = board;
        this.attempts = attempts;
        this.timeoutMillis = timeoutMillis;
        this.checks = timeoutMillis > 0 ? schedule() : null;
    }

    /** Watches a job until {@link #stop}; a job whose timeout is 0 is not watched. */
    static StuckAttempts watch(
            JobConf conf, JobExecution execution, TaskBoard board, TaskAttempts attempts) {
        long timeout =
                conf.getLong(MRJobConfig.TASK_TIMEOUT, MRJobConfig.DEFAULT_TASK_TIMEOUT_MILLIS);
        return new StuckAttempts(execution, board, attempts, timeout);
    }

    private ScheduledFuture<?> schedule() {
        long period = Math.max(SHORTEST_CHECK_MILLIS, timeoutMillis / CHECKS_PER_TIMEOUT);
        return WATCH.scheduleWithFixedDelay(this::check, period, period, TimeUnit.MILLISECONDS);
    }

    private void check() {
        long now = System.nanoTime();
        Map<AttemptId, AttemptStatus> running = board.runningStatuses();
        lastSeenNanos.keySet().retainAll(running.keySet());
        running.forEach((attempt, status) -> {
            boolean alive = status.takeActive();
            long lastSeen = lastSeenNanos.getOrDefault(attempt, now);
            boolean late = now - lastSeen > TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
            if (alive
                    || lastSeen == now
                    || (late && EngineWork.seenIn(attempts.threads(attempt)))) {
                lastSeenNanos.put(attempt, now);
            } else if (late) {
                execution.endAttempt(
                        attempt,
                        true,
                        "AttemptID:"
                                + status.id()
                                + " Timed out after "
                                + TimeUnit.MILLISECONDS.toSeconds(timeoutMillis)
                                + " secs without reading, writing or reporting anything (mapreduce.task.timeout)"
                                + EngineWork.othersIn(attempts.threads(attempt)));
            }
        });
    }

    void stop() {
        if (checks != null) {
            checks.cancel(false);
        }
    }

    private static ScheduledThreadPoolExecutor newWatch() {
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
