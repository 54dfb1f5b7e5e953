package io.millrace.hadoop.job;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.JobExecution;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Delivers a kill to the job's thread, whatever that thread is doing: tasks are cancelled, user
 * code on the job's own thread is interrupted, and other work ends at the next check. Thread-safe.
 */
final class KillSwitch {

    /** Work of the job's own thread that an interrupt may end. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws Exception;
    }

    @GuardedBy("this")
    private @Nullable String why;

    @GuardedBy("this")
    private @Nullable Thread interruptible;

    @GuardedBy("this")
    private @Nullable JobExecution execution;

    @GuardedBy("this")
    private @Nullable Thread stuck;

    @GuardedBy("this")
    private boolean over;

    private final CompletableFuture<Boolean> asked = new CompletableFuture<>();

    /** Requests the job's end. Only the first call counts, and only before the job has ended. */
    synchronized void kill(String reason) {
        asked.complete(true);
        if (over || why != null) {
            return;
        }
        why = reason;
        if (execution != null) {
            execution.cancel(reason);
        } else if (interruptible != null) {
            interruptible.interrupt();
        }
    }

    /**
     * Abandons the attempt that {@code thread} works for, if any, because it can never stop. Called
     * after {@link #kill}.
     */
    synchronized void leaveBehind(Thread thread, String reason) {
        stuck = thread;
        if (execution != null) {
            execution.leaveBehind(thread, reason);
        }
    }

    /** Completes when a kill is requested, even if it is too late. */
    CompletableFuture<Boolean> asked() {
        return asked;
    }

    /** The reason of the kill, or null without a kill. */
    synchronized @Nullable String why() {
        return why;
    }

    /** Runs work that a kill interrupts. The interrupt does not outlive the work. */
    <T> T interruptibly(Work<T> work) throws Exception {
        enter();
        T result;
        try {
            result = work.run();
        } finally {
            leave();
        }
        return result;
    }

    private void enter() throws JobKilledException {
        enter(Thread.currentThread());
    }

    /** From here on a kill interrupts this thread. */
    synchronized void enter(Thread thread) throws JobKilledException {
        check();
        interruptible = thread;
    }

    /** From here on a kill interrupts no thread. */
    synchronized void leave() {
        interruptible = null;
        Thread.interrupted();
    }

    /** From here on a kill goes to the tasks. */
    synchronized void executing(JobExecution started) {
        execution = started;
        if (why != null) {
            started.cancel(why);
            if (stuck != null) {
                started.leaveBehind(stuck, why);
            }
        }
    }

    synchronized void executed() {
        execution = null;
    }

    /** The tasks that run now, or null before and after. */
    synchronized @Nullable JobExecution execution() {
        return execution;
    }

    /**
     * @throws JobKilledException if the job was killed
     */
    synchronized void check() throws JobKilledException {
        if (why != null) {
            throw new JobKilledException(why);
        }
    }

    /** The job has ended by itself; later kills have no effect. */
    synchronized void close() {
        over = true;
    }
}
