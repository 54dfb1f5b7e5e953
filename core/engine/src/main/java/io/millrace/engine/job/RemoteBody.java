package io.millrace.engine.job;

import io.millrace.engine.job.attempt.AttemptEndedException;
import io.millrace.engine.job.attempt.EngineParts;
import io.millrace.engine.job.remote.RemoteAttempt;
import io.millrace.engine.job.remote.RemoteAttempts;
import io.millrace.engine.job.schedule.AttemptBody;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.remote.LentPartition;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.ForeignPhases;
import io.millrace.engine.trace.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The local part of an attempt in another process: provide its input and its directories, let it
 * run, commit, publish.
 *
 * <p>The attempt's thread works with it; other threads may abandon it and read its statistics.
 */
final class RemoteBody implements AttemptBody {

    private final JobDefinition job;
    private final RemoteAttempts attempts;
    private final @Nullable Shuffle shuffle;
    private final List<Path> spillDirectories;
    private final AttemptGuard guard;
    private final EngineParts parts;
    private final HeldAttempt<RemoteAttempt> attempt;

    /** Volatile, like the next field: another thread reads both when it abandons the attempt. */
    private volatile @Nullable SpillDirectories directories;

    private volatile @Nullable LentPartition lent;
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
            EngineParts parts) {
        this.job = job;
        this.attempts = attempts;
        this.shuffle = shuffle;
        this.spillDirectories = spillDirectories;
        this.guard = guard;
        this.parts = parts;
        this.attempt = new HeldAttempt<>(guard, parts.trace());
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
        RemoteAttempt.Input input = input(made.paths());
        steps.leaveUserCode(); // lending may have merged runs with the user's comparator
        SealedOutput sealed = run(created, input);
        output = sealed;
        steps.leaveUserCode();
        boolean map = guard.attempt().kind() == TaskKind.MAP;
        if (!map) {
            giveBack();
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

    /** Starts each attempt with another disk. */
    private List<Path> rotated() {
        List<Path> rotated = new ArrayList<>(spillDirectories);
        Collections.rotate(rotated, guard.attempt().task());
        return rotated;
    }

    private RemoteAttempt.Input input(List<Path> own) throws IOException, InterruptedException {
        if (shuffle == null || guard.attempt().kind() == TaskKind.MAP) {
            return new RemoteAttempt.Input(List.of(), OutputStatistics.NONE, own);
        }
        LentPartition taken = shuffle.lend(guard);
        lent = taken;
        return new RemoteAttempt.Input(
                taken.runs(), shuffle.statistics(guard.attempt().task()), own);
    }

    private SealedOutput run(RemoteAttempt created, RemoteAttempt.Input input) throws Exception {
        Phase phase = guard.attempt().kind() == TaskKind.MAP ? Phase.MAP : Phase.REDUCE;
        ForeignPhases phases = parts.trace().beginForeign(phase, attempt.who());
        try {
            SpillArea area = new SpillArea(input.directories(), SpillCoding.PLAIN);
            return created.run(input, parts.intake(area, attempt.who()), phases);
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
        Undo.step(cause, this::giveBack);
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
        Undo.step(new AttemptEndedException("it was left behind"), this::giveBack);
    }

    /** Gives back the runs lent to the attempt, and its output. May be called twice. */
    private void giveBack() throws IOException {
        SpillDirectories made = directories;
        LentPartition taken = lent;
        SealedOutput unpublished = output;
        try (unpublished;
                taken) {
            if (made != null) {
                made.close();
            }
        }
    }

    @Override
    public OutputStatistics output() {
        return output.tally().total();
    }

    @Override
    public long spilledRecords() {
        LentPartition taken = lent;
        return output.spilledRecords() + (taken == null ? 0 : taken.spilledRecords());
    }
}
