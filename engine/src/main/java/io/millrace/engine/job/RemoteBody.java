package io.millrace.engine.job;

import io.millrace.engine.shuffle.SealedOutput;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.ForeignPhases;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Trace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt in another process does here: give it its input and its directories, let it run,
 * commit, publish.
 *
 * <p>The attempt's thread works with it; other threads may abandon it and look at what it has done.
 */
final class RemoteBody implements AttemptBody {

    private final JobDefinition job;
    private final RemoteAttempts attempts;
    private final @Nullable Shuffle shuffle;
    private final List<Path> spillDirectories;
    private final AttemptGuard guard;
    private final Trace trace;
    private final HeldAttempt<RemoteAttempt> attempt;

    /** Volatile, as the next: another thread reads them when it abandons the attempt. */
    private volatile @Nullable SpillDirectories directories;

    private volatile SealedOutput output = SealedOutput.none(0);

    /**
     * @param shuffle null for a job without reducers
     * @param spillDirectories the job's own; empty for a job without reducers
     */
    RemoteBody(
            JobDefinition job,
            RemoteAttempts attempts,
            @Nullable Shuffle shuffle,
            List<Path> spillDirectories,
            AttemptGuard guard,
            Trace trace) {
        this.job = job;
        this.attempts = attempts;
        this.shuffle = shuffle;
        this.spillDirectories = spillDirectories;
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
        RemoteAttempt created = attempt.hold(attempts.newAttempt(guard.attempt(), guard));
        steps.leaveUserCode();
        SpillDirectories made = SpillDirectories.make(owner(), rotated());
        directories = made;
        SealedOutput sealed = run(created, input(made.paths()));
        output = sealed;
        steps.leaveUserCode();
        boolean map = guard.attempt().kind() == TaskKind.MAP;
        if (!map) {
            made.close();
        }
        steps.enterCommit();
        attempt.commit(created);
        steps.leaveCommit();
        if (map && shuffle != null) {
            shuffle.publish(sealed);
        }
    }

    private String owner() {
        return job.name() + "-" + guard.attempt();
    }

    /** Each attempt begins with another disk. */
    private List<Path> rotated() {
        List<Path> rotated = new ArrayList<>(spillDirectories);
        Collections.rotate(rotated, guard.attempt().task());
        return rotated;
    }

    private RemoteAttempt.Input input(List<Path> own) {
        if (shuffle == null || guard.attempt().kind() == TaskKind.MAP) {
            return new RemoteAttempt.Input(List.of(), OutputStatistics.NONE, own);
        }
        int partition = guard.attempt().task();
        return new RemoteAttempt.Input(
                shuffle.files(partition), shuffle.statistics(partition), own);
    }

    private SealedOutput run(RemoteAttempt created, RemoteAttempt.Input input) throws Exception {
        Phase phase = guard.attempt().kind() == TaskKind.MAP ? Phase.MAP : Phase.REDUCE;
        ForeignPhases phases = trace.beginForeign(phase, attempt.who());
        try {
            return created.run(input, phases);
        } finally {
            phases.end();
        }
    }

    @Override
    public Throwable explain(Throwable failure) {
        return attempt.explain(failure);
    }

    @Override
    public void undo(Throwable cause) {
        attempt.abort(cause);
        deleteFiles();
    }

    @Override
    public void abandon(Throwable cause) {
        undo(cause);
    }

    @Override
    public void ended(boolean stopped) {
        job.ended(guard.attempt(), stopped);
    }

    @Override
    public void returned() {
        deleteFiles();
    }

    private void deleteFiles() {
        SpillDirectories made = directories;
        if (made != null) {
            made.close();
        }
    }

    @Override
    public OutputStatistics output() {
        return output.tally().total();
    }

    @Override
    public long spilledRecords() {
        return output.spilledRecords();
    }
}
