package io.millrace.engine.job;

import io.millrace.engine.record.RecordSink;
import io.millrace.engine.shuffle.MapOutput;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.trace.Loop;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Stretch;
import io.millrace.engine.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * What a map attempt does: run, seal its output, commit, publish. The attempt's thread works with
 * it; other threads may abandon it and look at what it has done.
 */
final class MapBody implements AttemptBody {

    private final JobDefinition job;
    private final @Nullable Shuffle shuffle;
    private final AttemptGuard guard;
    private final Trace trace;

    private final HeldAttempt<MapAttempt> attempt;

    /** Volatile: another thread reads it when it abandons the attempt. */
    private volatile @Nullable MapOutput output;

    MapBody(JobDefinition job, @Nullable Shuffle shuffle, AttemptGuard guard, Trace trace) {
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
        MapAttempt created = attempt.hold(job.newMapAttempt(guard.attempt(), guard));
        steps.leaveUserCode();
        MapOutput opened = null;
        if (shuffle != null) {
            Stretch waiting = trace.begin(Phase.WAIT, attempt.who());
            opened = shuffle.openMapOutput(guard, created.combiner());
            output = opened;
            waiting.end(0, 0);
        }
        Loop loop = map(created, opened == null ? null : opened.sink());
        steps.leaveUserCode();
        if (opened != null) {
            opened.finish();
        }
        OutputStatistics made = output();
        loop.end(made.records(), made.bytes());
        steps.enterCommit();
        attempt.commit(created);
        steps.leaveCommit();
        if (opened != null) {
            opened.publish();
        }
    }

    /** Runs the mapper; does not end the loop, since what it emitted is known only later. */
    private Loop map(MapAttempt created, @Nullable RecordSink sink) throws Exception {
        Loop loop = trace.beginLoop(Phase.MAP, attempt.who(), guard.mark());
        try {
            created.run(sink);
            loop.stop();
            return loop;
        } catch (Throwable e) {
            loop.end(0, 0);
            throw e;
        }
    }

    @Override
    public Throwable explain(Throwable failure) {
        return attempt.explain(failure);
    }

    @Override
    public void undo(Throwable cause) {
        MapOutput opened = output;
        if (opened != null) {
            Undo.step(cause, opened::close);
        }
        attempt.abort(cause);
    }

    @Override
    public void abandon(Throwable cause) {
        MapOutput opened = output;
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
        MapOutput opened = output;
        if (opened != null) {
            opened.close();
        }
    }

    @Override
    public OutputStatistics output() {
        MapOutput opened = output;
        return opened == null ? OutputStatistics.NONE : opened.statistics();
    }

    @Override
    public long spilledRecords() {
        MapOutput opened = output;
        return opened == null ? 0 : opened.spilledRecords();
    }
}
