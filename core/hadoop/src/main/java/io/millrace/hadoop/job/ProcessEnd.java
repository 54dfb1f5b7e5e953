package io.millrace.hadoop.job;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.namespace.ContentsStore;
import io.millrace.files.process.EndStep;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.config.TaskKeys;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the running jobs when the process ends (Ctrl-C, {@code System.exit} in the driver): kills
 * them, and gives them time to abort their output and send their notifications. Then files in
 * memory are persisted, and finally the process's directories are deleted.
 *
 * <p>Thread-safe.
 */
final class ProcessEnd {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessEnd.class);
    private static final String REASON = "the process that runs it is ending";
    private static final long PATIENCE_MILLIS = 10_000;

    private final MillraceProcess process;
    private final KnownJobs known;
    private final JobServices services;
    private final ContentsStore files;

    @GuardedBy("this")
    private boolean armed;

    @GuardedBy("this")
    private boolean ended;

    ProcessEnd(
            MillraceProcess process, KnownJobs known, JobServices services, ContentsStore files) {
        this.process = process;
        this.known = known;
        this.services = services;
        this.files = files;
    }

    /**
     * @throws IOException if the process is already ending
     */
    synchronized void arm() throws IOException {
        if (ended) {
            throw new IOException("the process is ending and accepts no more jobs or files");
        }
        if (!armed) {
            process.atEnd(EndStep.JOBS, this::endJobs);
            process.atEnd(EndStep.LEFTOVERS, this::clearUp);
            armed = true;
        }
    }

    private void endJobs() {
        List<JobThread> threads = known.activeThreads();
        ExitCaller caller = threads.isEmpty() ? null : ExitCaller.find();
        if (caller != null) {
            LOG.error(
                    "The process ends, and with it {}. {}\nIn a separate process, the"
                            + " call would have ended one attempt only. To get that here, keep the"
                            + " job's classes in its own jar only, or set {}=slot.",
                    threads.stream()
                            .map(thread -> thread.job().id().toString())
                            .collect(Collectors.joining(", ")),
                    caller,
                    TaskKeys.ISOLATION);
        }
        threads.forEach(thread -> thread.job().kill(REASON));
        if (caller != null) {
            // The caller waits for this hook, so this hook must not wait for the caller.
            threads.forEach(thread -> thread.job().leaveBehind(caller.thread(), REASON));
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        try {
            for (JobThread thread : threads) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left > 0) {
                    thread.join(left);
                }
            }
        } catch (InterruptedException e) {
            // Interrupted: continue with the essential steps.
            Thread.currentThread().interrupt();
        }
    }

    private void clearUp() {
        synchronized (this) {
            ended = true;
        }
        files.leave();
        services.engines().close();
        services.watch().shutdownNow();
        services.directories().deleteAll();
    }
}
