package io.millrace.workers.fork.child;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.job.attempt.TaskAttempt;
import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.Cancellation;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.ForeignWork;
import io.millrace.hadoop.counters.GarbageCollectionTime;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.hadoop.task.TaskAttempts;
import io.millrace.hadoop.tracking.HadoopIds;
import io.millrace.workers.fork.wire.Order;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * Runs attempts of the job, one after the other, as the job's user. Used by one thread, except for
 * {@link #interrupt}.
 */
public final class AttemptRunner {

    private final TaskAttempts attempts;
    private final JobConf conf;
    private final AttemptHost host;
    private final GarbageCollectionTime collections;
    private boolean prepared;

    /** The attempt that runs, ran or failed, until it is committed or aborted. */
    private @Nullable TaskAttempt current;

    private @Nullable AttemptId currentId;

    @GuardedBy("this")
    private @Nullable AttemptGuard running;

    @GuardedBy("this")
    private @Nullable Thread thread;

    /**
     * A runner.
     *
     * @param collections of the process, for all of its runners
     */
    public AttemptRunner(
            TaskAttempts attempts,
            JobConf conf,
            AttemptHost host,
            GarbageCollectionTime collections) {
        this.attempts = attempts;
        this.conf = conf;
        this.host = host;
        this.collections = collections;
    }

    /** Runs a task up to its commit. */
    SealedOutput run(Order.Run order, AttemptStatus status) throws Exception {
        AttemptId id = Objects.requireNonNull(HadoopIds.engineAttempt(order.id()));
        AttemptGuard guard = new AttemptGuard(id);
        current = null;
        currentId = id;
        runs(guard, Thread.currentThread());
        try {
            return Cancellation.during(guard, () -> perform(guard, status, order));
        } finally {
            runs(null, null);
            collections.addRest(status.counters());
            PlacedRuns.closeAll(order.input().runs());
        }
    }

    private SealedOutput perform(AttemptGuard guard, AttemptStatus status, Order.Run order)
            throws Exception {
        AttemptId id = guard.attempt();
        return attempts.perform(
                id,
                status,
                host.printsOf(order),
                () -> {
                    prepare();
                    return id.kind() == TaskKind.MAP
                            ? map(guard, status, order)
                            : reduce(guard, status, order);
                });
    }

    private synchronized void runs(@Nullable AttemptGuard guard, @Nullable Thread own) {
        running = guard;
        thread = own;
    }

    /** Fences and interrupts the attempt that runs, if there is one. */
    synchronized void interrupt() {
        if (running != null && thread != null) {
            running.revoke();
            thread.interrupt();
        }
    }

    /** The work since the last call. Called on the attempt's thread. */
    ForeignWork takeWork() {
        return host.takeWork();
    }

    /** Prepares once, as the job's user, as the process of the job does for its own attempts. */
    private void prepare() throws IOException {
        if (!prepared) {
            FileSystem.get(conf).setWorkingDirectory(conf.getWorkingDirectory());
            prepared = true;
        }
    }

    private SealedOutput map(AttemptGuard guard, AttemptStatus status, Order.Run order)
            throws Exception {
        MapAttempt attempt = attempts.newMapAttempt(guard, status);
        current = attempt;
        return host.map(attempt, guard, order);
    }

    private SealedOutput reduce(AttemptGuard guard, AttemptStatus status, Order.Run order)
            throws Exception {
        ReduceAttempt attempt = attempts.newReduceAttempt(guard, status);
        current = attempt;
        return host.reduce(attempt, guard, order, status.counters());
    }

    void commit() throws Exception {
        Objects.requireNonNull(current).commit();
        end();
    }

    /** Undoes the current attempt, if it was created. */
    void abort() {
        TaskAttempt attempt = current;
        if (attempt != null) {
            attempt.abort(new IllegalStateException("the attempt is no longer needed"));
        }
        end();
    }

    private void end() {
        current = null;
        if (currentId != null) {
            attempts.ended(currentId, true);
            currentId = null;
        }
    }

    /** A failure of the attempt, with its place. */
    Throwable explain(Throwable failure) {
        TaskAttempt attempt = current;
        return attempt == null ? failure : attempt.explain(failure);
    }
}
