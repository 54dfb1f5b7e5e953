package io.millrace.hadoop.fork.child;

import io.millrace.engine.job.MapAttempt;
import io.millrace.engine.job.ReduceAttempt;
import io.millrace.engine.job.ReduceAttempt.ReduceInput;
import io.millrace.engine.job.RemoteAttempt;
import io.millrace.engine.job.TaskAttempt;
import io.millrace.engine.shuffle.MapOutput;
import io.millrace.engine.shuffle.PartitionInput;
import io.millrace.engine.shuffle.SealedOutput;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.fork.wire.JobHandover;
import io.millrace.hadoop.fork.wire.Order;
import io.millrace.hadoop.job.board.HadoopIds;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.hadoop.task.TaskAttempts;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * Runs attempts of the job with this JVM's own memory and sorting: map output becomes files, files
 * become reduce input. Used by one thread.
 */
final class AttemptRunner {

    private final TaskAttempts attempts;
    private final LocalShuffle shuffles;
    private final JobConf conf;
    private boolean prepared;

    /** What runs, ran or failed, until it is committed or aborted. */
    private @Nullable TaskAttempt current;

    private @Nullable AttemptId currentId;

    AttemptRunner(JobHandover job) {
        this.conf = job.environment().conf();
        this.attempts = new TaskAttempts(job.environment(), null);
        this.shuffles = new LocalShuffle(job, attempts);
    }

    /** Runs a task up to its commit. */
    SealedOutput run(Order.Run order, AttemptStatus status) throws Exception {
        AttemptId id = Objects.requireNonNull(HadoopIds.engineAttempt(order.id()));
        AttemptGuard guard = new AttemptGuard(id);
        current = null;
        currentId = id;
        return attempts.perform(
                id,
                null,
                () -> {
                    prepare();
                    return id.kind() == TaskKind.MAP
                            ? map(guard, status, order.input())
                            : reduce(guard, status, order.input());
                });
    }

    /** As the job's user: once, what the process of the job does for its own attempts. */
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
        if (conf.getNumReduceTasks() == 0) {
            attempt.run(null);
            return SealedOutput.none(0);
        }
        try (Shuffle shuffle = shuffles.open(input.directories())) {
            MapOutput output = shuffle.openMapOutput(guard, attempt.combiner());
            try {
                attempt.run(output.sink());
                Thread.interrupted(); // one that user code left behind
                output.finish();
                return output.seal();
            } finally {
                output.discard();
            }
        }
    }

    private SealedOutput reduce(AttemptGuard guard, AttemptStatus status, RemoteAttempt.Input input)
            throws Exception {
        ReduceAttempt attempt = attempts.newReduceAttempt(guard, status);
        current = attempt;
        try (Shuffle shuffle = shuffles.open(input.directories())) {
            shuffle.publish(
                    new SealedOutput(input.files(), new Tally(conf.getNumReduceTasks()), 0));
            shuffle.endMaps();
            try (PartitionInput partition = shuffle.openPartition(guard)) {
                attempt.run(new ReduceInput(partition.records(), input.statistics()));
                return SealedOutput.none(partition.spilledRecords());
            }
        }
    }

    void commit() throws Exception {
        Objects.requireNonNull(current).commit();
        end();
    }

    /** Undoes what ran, if it came so far as to be made. */
    void abort() {
        TaskAttempt attempt = current;
        if (attempt != null) {
            attempt.abort(new IllegalStateException("the attempt is not wanted"));
        }
        end();
    }

    private void end() {
        current = null;
        if (currentId != null) {
            attempts.over(currentId, true);
            currentId = null;
        }
    }

    /** A failure of the attempt, with where it was. */
    Throwable explain(Throwable failure) {
        TaskAttempt attempt = current;
        return attempt == null ? failure : attempt.explain(failure);
    }
}
