package io.millrace.verify.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * A process that ends with this one, along with all processes that it started: when {@link #close}
 * is called, and when a signal ends this JVM. Used by one thread.
 */
public final class ChildProcess implements AutoCloseable {

    /** Runs before {@link ScratchDirectory} deletes the files that the processes write to. */
    private static final int HOOK_PRIORITY = ScratchDirectory.HOOK_PRIORITY + 1;

    /** Time for a JVM to run its own shutdown hooks. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Process process;
    private final Runnable atExit;

    private ChildProcess(Process process) {
        this.process = process;
        atExit = () -> end(process);
        ShutdownHookManager.get()
                .addShutdownHook(atExit, HOOK_PRIORITY, 2 * GRACE.toSeconds(), TimeUnit.SECONDS);
    }

    /**
     * Starts a process, which the caller closes.
     *
     * @throws InterruptedException if this JVM ends; no process is left
     */
    public static ChildProcess start(ProcessBuilder builder)
            throws IOException, InterruptedException {
        Process process = builder.start();
        try {
            return new ChildProcess(process);
        } catch (IllegalStateException e) {
            end(process);
            throw ending();
        }
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /**
     * Waits for the end, and returns the exit code.
     *
     * @throws InterruptedException on an interrupt, and at the end of this JVM, which has ended the
     *     process: a caller that continued would leave new files and processes behind
     */
    public int waitFor() throws InterruptedException {
        int exitCode = process.waitFor();
        if (ShutdownHookManager.get().isShutdownInProgress()) {
            throw ending();
        }
        return exitCode;
    }

    private static InterruptedException ending() {
        return new InterruptedException("interrupted; the processes that it started have ended");
    }

    /** Ends the process and its descendants that still run. */
    @Override
    public void close() {
        end(process);
        if (!ShutdownHookManager.get().isShutdownInProgress()) {
            ShutdownHookManager.get().removeShutdownHook(atExit);
        }
    }

    /** First asks, so that processes delete their own temporary files, and then kills. */
    private static void end(Process process) {
        // Processes whose parent ends first are no longer among the descendants.
        List<ProcessHandle> tree = new ArrayList<>(process.descendants().toList());
        tree.add(process.toHandle());
        tree.forEach(ProcessHandle::destroy);
        long deadline = System.nanoTime() + GRACE.toNanos();
        for (ProcessHandle each : tree) {
            try {
                each.onExit().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException | ExecutionException e) {
                each.descendants().forEach(ProcessHandle::destroyForcibly);
                each.destroyForcibly();
            } catch (InterruptedException e) {
                tree.forEach(ProcessHandle::destroyForcibly);
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
