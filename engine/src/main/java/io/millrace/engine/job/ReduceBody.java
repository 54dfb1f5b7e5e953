package io.millrace.engine.job;

import io.millrace.engine.job.ReduceAttempt.ReduceInput;
import io.millrace.engine.shuffle.PartitionInput;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Trace;
import org.jspecify.annotations.Nullable;

/** What a reduce attempt does: open its partition, run, commit. */
final class ReduceBody implements AttemptBody {

    private final JobDefinition job;
    private final Shuffle shuffle;
    private final AttemptGuard guard;
    private final Trace trace;

    /** Volatile, as the next: another thread reads them when it abandons the attempt. */
    private volatile @Nullable ReduceAttempt attempt;

    private volatile @Nullable PartitionInput input;
    private volatile long spilledRecords;

    ReduceBody(JobDefinition job, Shuffle shuffle, AttemptGuard guard, Trace trace) {
        this.job = job;
        this.shuffle = shuffle;
        this.guard = guard;
        this.trace = trace;
    }

    @Override
    public void run(Steps steps) throws Exception {
        job.perform(() -> {
            runSteps(steps);
            return true;
        });
    }

    private void runSteps(Steps steps) throws Exception {
        ReduceAttempt created = job.newReduceAttempt(guard.attempt(), guard);
        attempt = created;
        steps.leaveUserCode();
        long start = System.nanoTime();
        PartitionInput opened = shuffle.openPartition(guard);
        input = opened;
        OutputStatistics statistics = shuffle.statistics(guard.attempt().task());
        trace.add(Phase.MERGE, who(), start, statistics.records(), statistics.bytes());
        reduce(created, new ReduceInput(opened.records(), statistics));
        steps.leaveUserCode();
        spilledRecords = opened.spilledRecords();
        opened.close();
        steps.enterCommit();
        commit(created);
        steps.leaveCommit();
    }

    private void reduce(ReduceAttempt created, ReduceInput from) throws Exception {
        long start = System.nanoTime();
        try {
            created.run(from);
        } finally {
            trace.add(
                    Phase.REDUCE,
                    who(),
                    start,
                    from.statistics().records(),
                    from.statistics().bytes());
        }
    }

    private void commit(ReduceAttempt created) throws Exception {
        long start = System.nanoTime();
        try {
            created.commit();
        } finally {
            trace.add(Phase.COMMIT, who(), start, 0, 0);
        }
    }

    private String who() {
        return guard.attempt().toString();
    }

    @Override
    public Throwable explain(Throwable failure) {
        ReduceAttempt created = attempt;
        return created == null ? failure : created.explain(failure);
    }

    @Override
    public void undo(Throwable cause) {
        PartitionInput opened = input;
        if (opened != null) {
            Undo.step(cause, opened::close);
        }
        abort(cause);
    }

    @Override
    public void abandon(Throwable cause) {
        PartitionInput opened = input;
        if (opened != null) {
            Undo.step(cause, opened::abandon);
        }
        abort(cause);
    }

    @Override
    public void returned() {
        PartitionInput opened = input;
        if (opened != null) {
            Undo.step(new AttemptEndedException("it was left behind"), opened::close);
        }
    }

    private void abort(Throwable cause) {
        ReduceAttempt created = attempt;
        if (created != null) {
            Undo.step(cause, () -> created.abort(cause));
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
