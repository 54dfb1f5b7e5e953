package io.millrace.hadoop.fork.child;

import io.millrace.engine.job.MapAttempt;
import io.millrace.engine.job.MarkedCursor;
import io.millrace.engine.job.ReduceAttempt;
import io.millrace.engine.job.ReduceAttempt.ReduceInput;
import io.millrace.engine.job.RemoteAttempt;
import io.millrace.engine.job.TaskAttempt;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.shuffle.MapOutput;
import io.millrace.engine.shuffle.PartitionInput;
import io.millrace.engine.shuffle.SealedOutput;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.ForeignSpan;
import io.millrace.engine.trace.Loop;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Sampler;
import io.millrace.engine.trace.Stretch;
import io.millrace.engine.trace.Trace;
import io.millrace.hadoop.fork.wire.JobSpec;
import io.millrace.hadoop.fork.wire.Order;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.hadoop.task.TaskAttempts;
import io.millrace.hadoop.tracking.HadoopIds;
import java.io.IOException;
import java.util.List;
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
    private final Trace trace;
    private final Sampler sampler;
    private boolean prepared;

    /** What runs, ran or failed, until it is committed or aborted. */
    private @Nullable TaskAttempt current;

    private @Nullable AttemptId currentId;

    AttemptRunner(JobSpec job) {
        this.conf = job.environment().conf();
        this.attempts = new TaskAttempts(job.environment(), null, null);
        this.trace = new Trace(job.environment().id().toString());
        this.shuffles = new LocalShuffle(job, attempts, trace);
        this.sampler = new Sampler(shuffles::heldBytes);
    }

    /** Runs a task up to its commit. */
    SealedOutput run(Order.Run order, AttemptStatus status) throws Exception {
        AttemptId id = Objects.requireNonNull(HadoopIds.engineAttempt(order.id()));
        AttemptGuard guard = new AttemptGuard(id);
        current = null;
        currentId = id;
        sampler.add(trace);
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
            sampler.remove(trace);
        }
    }

    /** What the time of the attempt that ran last went to; told once. */
    List<ForeignSpan> takePhases() {
        String own = Thread.currentThread().getName();
        long now = System.nanoTime();
        return trace.takeSpans().stream().map(span -> ForeignSpan.of(span, own, now)).toList();
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
            map(attempt, null, guard).end(0, 0);
            return SealedOutput.none(0);
        }
        try (Shuffle shuffle = shuffles.open(input.directories())) {
            Stretch waiting = trace.begin(Phase.WAIT, guard.attempt().toString());
            try (MapOutput output = shuffle.openMapOutput(guard, attempt.combiner())) {
                waiting.end(0, 0);
                Loop loop = map(attempt, output.sink(), guard);
                Thread.interrupted(); // one that user code left behind
                output.finish();
                OutputStatistics made = output.statistics();
                loop.end(made.records(), made.bytes());
                return output.seal();
            }
        }
    }

    /** Runs the mapper; does not end the loop, since what it emitted is known only later. */
    private Loop map(MapAttempt attempt, @Nullable RecordSink sink, AttemptGuard guard)
            throws Exception {
        Loop loop = trace.beginLoop(Phase.MAP, guard.attempt().toString(), guard.mark());
        try {
            attempt.run(sink);
            loop.stop();
            return loop;
        } catch (Throwable e) {
            loop.end(0, 0);
            throw e;
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
            String who = guard.attempt().toString();
            Stretch waiting = trace.begin(Phase.SHUFFLE_WAIT, who);
            OutputStatistics read = input.statistics();
            try (PartitionInput partition = shuffle.openPartition(guard)) {
                waiting.end(read.records(), read.bytes());
                Loop loop = trace.beginLoop(Phase.REDUCE, who, guard.mark());
                try {
                    RecordCursor records = new MarkedCursor(partition.records(), guard.mark());
                    attempt.run(new ReduceInput(records, read));
                } finally {
                    loop.end(read.records(), read.bytes());
                }
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
            attempts.ended(currentId, true);
            currentId = null;
        }
    }

    /** A failure of the attempt, with where it was. */
    Throwable explain(Throwable failure) {
        TaskAttempt attempt = current;
        return attempt == null ? failure : attempt.explain(failure);
    }
}
