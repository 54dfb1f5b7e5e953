package io.millrace.engine.job;

import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.MapSide;
import io.millrace.engine.job.schedule.AttemptBody;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * The work of a map attempt: run, seal its output, commit, publish. The attempt's thread works with
 * it; other threads may abandon it and read its statistics.
 */
final class MapBody implements AttemptBody {

    private final JobDefinition job;
    private final AttemptGuard guard;
    private final MapSide side;
    private final HeldAttempt<MapAttempt> attempt;
    private final Runnable whenPublished;

    /**
     * @param whenPublished called once the output is published
     */
    MapBody(
            JobDefinition job,
            @Nullable Shuffle shuffle,
            AttemptGuard guard,
            Trace trace,
            Runnable whenPublished) {
        this.whenPublished = whenPublished;
        this.job = job;
        this.guard = guard;
        this.side = new MapSide(shuffle, guard, trace);
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
        side.run(created, steps::leaveUserCode);
        steps.enterCommit();
        attempt.commit(created);
        steps.leaveCommit();
        MapOutput sealed = side.output();
        if (sealed != null) {
            sealed.publish();
            whenPublished.run();
        }
    }

    @Override
    public Throwable explain(Throwable failure) {
        return attempt.explain(failure);
    }

    @Override
    public void undo(Throwable cause) {
        MapOutput opened = side.output();
        if (opened != null) {
            Undo.step(cause, opened::close);
        }
        attempt.abort(cause);
    }

    @Override
    public void abandon(Throwable cause) {
        MapOutput opened = side.output();
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
        MapOutput opened = side.output();
        if (opened != null) {
            opened.close();
        }
    }

    @Override
    public OutputStatistics output() {
        return side.statistics();
    }

    @Override
    public long spilledRecords() {
        MapOutput opened = side.output();
        return opened == null ? 0 : opened.spilledRecords();
    }
}
