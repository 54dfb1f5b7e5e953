package io.millrace.hadoop.fork.child;

import io.millrace.engine.job.AttemptEngine;
import io.millrace.engine.job.MapAttempt;
import io.millrace.engine.job.ReduceAttempt;
import io.millrace.engine.job.RemoteAttempt;
import io.millrace.engine.job.TaskAttempt;
import io.millrace.engine.shuffle.PlacedRuns;
import io.millrace.engine.shuffle.SealedOutput;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.ForeignSpan;
import io.millrace.hadoop.fork.wire.JobSpec;
import io.millrace.hadoop.fork.wire.Order;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.hadoop.task.TaskAttempts;
import io.millrace.hadoop.tracking.HadoopIds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * Runs attempts of the job with this JVM's own engine, as the job's user: map output becomes files,
 * files become reduce input. Used by one thread, except for {@link #intake}.
 */
final class AttemptRunner {

    private final TaskAttempts attempts;
    private final AttemptEngine engine;
    private final JobConf conf;
    private boolean prepared;

    /** The attempt that runs, ran or failed, until it is committed or aborted. */
    private @Nullable TaskAttempt current;

    private @Nullable AttemptId currentId;

    AttemptRunner(JobSpec job) {
        this.conf = job.environment().conf();
        this.attempts = new TaskAttempts(job.environment(), null, null);
        this.engine =
                AttemptEngine.open(
                        new ForkedJob(job.environment(), attempts),
                        attempts.shape().withoutPartialReducer("tasks run in JVMs of their own"),
                        conf::get,
                        job.resources());
    }

    /** Runs a task up to its commit. */
    SealedOutput run(Order.Run order, AttemptStatus status) throws Exception {
        AttemptId id = Objects.requireNonNull(HadoopIds.engineAttempt(order.id()));
        AttemptGuard guard = new AttemptGuard(id);
        current = null;
        currentId = id;
        try {
            return attempts.perform(
                    id,
                    status,
                    null,
                    () -> {
                        prepare();
                        return id.kind() == TaskKind.MAP
                                ? map(guard, status, order.input())
                                : reduce(guard, status, order.input());
                    });
        } finally {
            PlacedRuns.closeAll(order.input().runs());
        }
    }

    /** The time spans of the last attempt; returned once. Called on the attempt's thread. */
    List<ForeignSpan> takePhases() {
        return engine.takePhases();
    }

    /** Prepares once, as the job's user, as the process of the job does for its own attempts. */
    private void prepare() throws IOException {
        if (!prepared) {
            FileSystem.get(conf).setWorkingDirectory(conf.getWorkingDirectory());
            prepared = true;
        }
    }

    private SealedOutput map(AttemptGuard guard, AttemptStatus status, RemoteAttempt.Input input)
            throws Exception {
        MapAttempt attempt = attempts.newMapAttempt(guard, status);
        current = attempt;
        return engine.map(attempt, guard, input.directories());
    }

    private SealedOutput reduce(AttemptGuard guard, AttemptStatus status, RemoteAttempt.Input input)
            throws Exception {
        ReduceAttempt attempt = attempts.newReduceAttempt(guard, status);
        current = attempt;
        return engine.reduce(attempt, guard, input);
    }

    /** The intake for runs of an attempt that are not in files. */
    RunIntake intake(List<Path> directories, String who) {
        return engine.intake(directories, who);
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
