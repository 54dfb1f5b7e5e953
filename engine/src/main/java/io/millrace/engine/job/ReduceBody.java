package io.millrace.engine.job;

import io.millrace.engine.job.ReduceAttempt.ReduceInput;
import io.millrace.engine.shuffle.PartitionInput;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.trace.Loop;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Stretch;
import io.millrace.engine.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * What a reduce attempt does: open its partition, run, commit. The attempt's thread works with it;
 * other threads may abandon it and look at what it has done.
 */
final class ReduceBody implements AttemptBody {

    private final JobDefinition job;
    private final Shuffle shuffle;
    private final AttemptGuard guard;
    private final Trace trace;

    private final HeldAttempt<ReduceAttempt> attempt;

    /** Volatile: another thread reads it when it abandons the attempt. */
    private volatile @Nullable PartitionInput input;

    private volatile long spilledRecords;

    ReduceBody(JobDefinition job, Shuffle shuffle, AttemptGuard guard, Trace trace) {
        this.job = job;
        this.shuffle = shuffle;
        this.guard = guard;
        this.trace = trace;
        this.attempt = new HeldAttempt<>(guard, trace);
    }

    @Override
    public void run(Steps steps) throws Exception {
        job.perform(
                guard.attempt(),
                () -> {
                    runSteps(steps);
                    return true;
                });
    }

    private void runSteps(Steps steps) throws Exception {
        ReduceAttempt created = attempt.hold(job.newReduceAttempt(guard.attempt(), guard));
        steps.leaveUserCode();
        Stretch waiting = trace.begin(Phase.SHUFFLE_WAIT, attempt.who());
        PartitionInput opened = shuffle.openPartition(guard, created.mergeCombiner());
        input = opened;
        OutputStatistics statistics = shuffle.statistics(guard.attempt().task());
        waiting.end(statistics.records(), statistics.bytes());
        reduce(
                created,
                new ReduceInput(new MarkedCursor(opened.records(), guard.mark()), statistics));
        steps.leaveUserCode();
        spilledRecords = opened.spilledRecords();
        opened.close();
        steps.enterCommit();
        attempt.commit(created);
        steps.leaveCommit();
    }

    private void reduce(ReduceAttempt created, ReduceInput from) throws Exception {
        Loop loop = trace.beginLoop(Phase.REDUCE, attempt.who(), guard.mark());
        try {
            created.run(from);
        } finally {
            loop.end(from.statistics().records(), from.statistics().bytes());
        }
    }

    @Override
    public Throwable explain(Throwable failure) {
        return attempt.explain(failure);
    }

    @Override
    public void undo(Throwable cause) {
        PartitionInput opened = input;
        if (opened != null) {
            Undo.step(cause, opened::close);
        }
        attempt.abort(cause);
    }

    @Override
    public void abandon(Throwable cause) {
        PartitionInput opened = input;
        if (opened != null) {
            Undo.step(cause, opened::abandon);
        }
        attempt.abort(cause);
    }

    @Override
    public void ended(boolean stopped) {
        job.ended(guard.attempt(), stopped);
    }

    @Override
    public void returned() {
        PartitionInput opened = input;
        if (opened != null) {
            Undo.step(new AttemptEndedException("it was left behind"), opened::close);
        }
    }

    @Override
    public OutputStatistics output() {
        return OutputStatistics.NONE;
    }

    @Override
    public long spilledRecords() {
        return spilledRecords;
    }
}
