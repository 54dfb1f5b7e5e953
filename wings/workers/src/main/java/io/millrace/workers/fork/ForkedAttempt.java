package io.millrace.workers.fork;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.remote.RemoteAttempt;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.task.AttemptDiscardedException;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.ForeignPhases;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.hadoop.task.TaskAttempts;
import io.millrace.workers.fork.wire.Order;
import io.millrace.workers.fork.wire.Report;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An attempt in a forked JVM, as its job's process sees it. A failed attempt is undone in the JVM
 * that ran it; if that JVM has ended, this process undoes it instead, as the application master of
 * a cluster does.
 *
 * <p>The attempt's thread runs it; any thread may end it and query its status.
 */
final class ForkedAttempt<J extends AttemptJvm> implements RemoteAttempt {

    private final AttemptJvms<J> jvms;
    private final TaskAttempts attempts;
    private final AttemptGuard guard;
    private final AttemptStatus status;
    private final Path logs;

    /** The JVM while it runs the attempt. */
    @GuardedBy("this")
    private @Nullable J jvm;

    /** Used by the attempt's thread only. */
    private @Nullable ForeignPhases phases;

    /** Whether the attempt started, so that there may be output to undo. */
    private volatile boolean began;

    /** Whether the JVM waits for an order; otherwise it works, or has ended. */
    private volatile boolean listens;

    ForkedAttempt(
            AttemptJvms<J> jvms,
            TaskAttempts attempts,
            AttemptGuard guard,
            AttemptStatus status,
            Path logs) {
        this.jvms = jvms;
        this.attempts = attempts;
        this.guard = guard;
        this.status = status;
        this.logs = logs;
    }

    @Override
    public SealedOutput run(Input input, RunIntake intake, ForeignPhases told) throws Exception {
        phases = told;
        try {
            J taken = take();
            hold(taken);
            began = true;
            String slot = taken.slotName();
            if (slot != null) {
                told.runsIn(slot);
            }
            Order.Run order =
                    new Order.Run(status.id(), input, logs, jvms.receivers(guard.attempt(), taken));
            Report result = ask(taken, () -> taken.begin(order, intake));
            if (result instanceof Report.Ran ran) {
                return ran.output();
            }
            throw unexpected(result);
        } catch (IOException e) {
            throw interruptedOr(e);
        }
    }

    /** The wait has its own limit; the task is not to blame for a JVM that is late. */
    private J take() throws IOException, InterruptedException {
        status.waits(true);
        try {
            return jvms.take(guard.attempt());
        } finally {
            status.waits(false);
        }
    }

    @Override
    public void commit() throws Exception {
        J holding = held();
        if (holding == null) {
            throw new IOException(status.id() + " cannot be committed, because its JVM has ended");
        }
        Report result;
        try {
            result = ask(holding, () -> holding.send(new Order.Commit()));
        } catch (IOException e) {
            throw interruptedOr(e);
        }
        if (!(result instanceof Report.Committed)) {
            throw unexpected(result);
        }
        if (release()) {
            jvms.giveBack(guard.attempt(), holding);
        }
    }

    /** Sends an order. */
    private interface Asking {
        void send() throws IOException;
    }

    /**
     * Sends an order and takes reports until it is carried out; throws the user code's exceptions.
     */
    private Report ask(J asked, Asking order) throws Exception {
        listens = false;
        try {
            order.send();
            Report report = asked.receive();
            while (isOnTheWay(report)) {
                report = asked.receive();
            }
            listens = true;
            if (report instanceof Report.Failed failed) {
                throw (Exception) failed.failure();
            }
            if (report instanceof Report.Discarded discarded) {
                throw new AttemptDiscardedException(discarded.why());
            }
            return report;
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            throw new JvmDiedException(status.id() + ": " + asked.describeEnd(logs), e);
        }
    }

    /** Takes an intermediate report, which another one follows. */
    private boolean isOnTheWay(Report report) {
        if (report instanceof Report.State state) {
            status.progress(state.progress());
            status.text(state.text());
            state.counters().applyTo(status.counters());
            return true;
        }
        if (report instanceof Report.Work more && phases != null) {
            phases.tell(more.work());
            return true;
        }
        return false;
    }

    /**
     * An interrupt closes the connection; the caller that ended the attempt expects the interrupt.
     */
    private static Exception interruptedOr(IOException failure) {
        if (!Thread.interrupted()) {
            return failure;
        }
        InterruptedException interrupted = new InterruptedException("the attempt was ended");
        interrupted.initCause(failure);
        return interrupted;
    }

    private IOException unexpected(Report report) {
        listens = false;
        return new IOException(status.id() + ": unexpected answer of its JVM: " + report);
    }

    @Override
    public void abort(Throwable cause) {
        J left = held();
        boolean undone = false;
        if (left != null && release()) {
            undone = left.undo(listens);
            if (undone) {
                jvms.end(guard.attempt(), left);
            } else {
                jvms.destroy(guard.attempt(), left);
            }
        }
        if (left != null && began && !undone) {
            attempts.abortLost(guard, status);
        }
    }

    private synchronized void hold(J taken) {
        jvm = taken;
    }

    private synchronized @Nullable J held() {
        return jvm;
    }

    /** Hands the JVM to the caller; false if the attempt no longer owned it. */
    private synchronized boolean release() {
        boolean was = jvm != null;
        jvm = null;
        return was;
    }
}
