package io.millrace.engine.job;

import io.millrace.engine.job.attempt.AttemptEndedException;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.job.attempt.ReduceSide;
import io.millrace.engine.job.schedule.AttemptBody;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.trace.Trace;

/**
 * The work of a reduce attempt: open its partition, run, commit. The attempt's thread works with
 * it; other threads may abandon it and read its statistics.
 */
final class ReduceBody implements AttemptBody {

    private final JobDefinition job;
    private final Shuffle shuffle;
    private final AttemptGuard guard;
    private final ReduceSide side;
    private final HeldAttempt<ReduceAttempt> attempt;

    ReduceBody(JobDefinition job, Shuffle shuffle, AttemptGuard guard, Trace trace) {
        this.job = job;
        this.shuffle = shuffle;
        this.guard = guard;
        this.side = new ReduceSide(shuffle, guard, trace);
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
        side.run(created, shuffle.statistics(guard.attempt().task()), steps::leaveUserCode);
        steps.enterCommit();
        attempt.commit(created);
        steps.leaveCommit();
    }

    @Override
    public Throwable explain(Throwable failure) {
        return attempt.explain(failure);
    }

    @Override
    public void undo(Throwable cause) {
        Undo.step(cause, side::close);
        attempt.abort(cause);
    }

    @Override
    public void abandon(Throwable cause) {
        Undo.step(cause, side::abandon);
        attempt.abort(cause);
    }

    @Override
    public void ended(boolean stopped) {
        job.ended(guard.attempt(), stopped);
    }

    @Override
    public void returned() {
        Undo.step(new AttemptEndedException("it was left behind"), side::close);
    }

    @Override
    public OutputStatistics output() {
        return OutputStatistics.NONE;
    }

    @Override
    public long spilledRecords() {
        return side.spilledRecords();
    }
}
