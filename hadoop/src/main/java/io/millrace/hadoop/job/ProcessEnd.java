package io.millrace.hadoop.job;

import io.millrace.engine.namespace.ContentsStore;
import io.millrace.hadoop.config.TaskKeys;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the running jobs when the process does (Ctrl-C, {@code System.exit} in the driver): kills
 * them, gives them a while to abort their output and to send their notifications. Then whoever has
 * files in memory may see to them; and last, what is left on disk is deleted.
 */
final class ProcessEnd {

    /** Above the hook that closes the file systems, which aborting needs. */
    private static final int PRIORITY = 30;

    private static final Logger LOG = LoggerFactory.getLogger(ProcessEnd.class);
    private static final String REASON = "the process that runs it is ending";
    private static final long PATIENCE_MILLIS = 10_000;
    private static final long TIMEOUT_MILLIS = 20_000;

    /** Below those of files in memory, which are read from here until then. */
    private static final int LAST_PRIORITY = 20;

    private final KnownJobs known;
    private final JobServices services;
    private final ContentsStore files;
    private boolean armed;

    ProcessEnd(KnownJobs known, JobServices services, ContentsStore files) {
        this.known = known;
        this.services = services;
        this.files = files;
    }

    /**
     * @throws IOException if the process is ending already
     */
    synchronized void arm() throws IOException {
        if (armed) {
            return;
        }
        try {
            ShutdownHookManager.get()
                    .addShutdownHook(
                            this::endJobs, PRIORITY, TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
            ShutdownHookManager.get()
                    .addShutdownHook(
                            this::clearUp, LAST_PRIORITY, TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (IllegalStateException e) {
            throw new IOException("the process is ending; no job can be started any more", e);
        }
        armed = true;
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
        files.leave();
        services.engines().close();
        services.directories().deleteAll();
    }
}
