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
 * Ends the running jobs when the process does (Ctrl-C, {@code System.exit} in the driver): kills
 * them, gives them a while to abort their output and to send their notifications. Then whoever has
 * files in memory may see to them; and last, what is left on disk is deleted.
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
     * @throws IOException if the process is ending already
     */
    synchronized void arm() throws IOException {
        if (ended) {
            throw new IOException("the process is ending; it takes no jobs or files any more");
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
                    "The process ends, and with it {}. {}\n"
                            + "In a process of its own that would have ended one attempt. Let only the job's own jar have its classes, or set "
                            + "{}=slot, and it does so here.",
                    threads.stream()
                            .map(thread -> thread.job().id().toString())
                            .collect(Collectors.joining(", ")),
                    caller,
                    TaskKeys.ISOLATION);
        }
        threads.forEach(thread -> thread.job().kill(REASON));
        if (caller != null) {
            // It waits for this hook, which must not wait for it.
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
            // Told to hurry: go on with what must be done.
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
