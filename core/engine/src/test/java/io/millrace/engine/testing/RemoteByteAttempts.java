package io.millrace.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.config.Settings;
import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.job.attempt.TaskAttempt;
import io.millrace.engine.job.remote.AttemptEngine;
import io.millrace.engine.job.remote.RemoteAttempt;
import io.millrace.engine.job.remote.RemoteAttempts;
import io.millrace.engine.job.remote.TaskResources;
import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.ForeignPhases;
import java.util.List;
import java.util.function.Predicate;

/**
 * Attempts of a {@link ByteJob} that share nothing with the engine but runs and what is written
 * about them: each has an engine of its own, as in another process.
 */
final class RemoteByteAttempts implements RemoteAttempts {

    private static final int SLAB = 16 * 1024;

    private final ByteJob job;
    private final Predicate<PlacedRuns> byContents;

    /**
     * @param byContents whether runs cross by their bytes, not by the name of their file
     */
    RemoteByteAttempts(ByteJob job, Predicate<PlacedRuns> byContents) {
        this.job = job;
        this.byContents = byContents;
    }

    @Override
    public RemoteAttempt newAttempt(AttemptId id, AttemptGuard guard) throws Exception {
        if (id.kind() == TaskKind.MAP) {
            MapAttempt map = job.newMapAttempt(id, guard);
            return new Remote(
                    map,
                    (engine, input, intake) ->
                            ToldRuns.output(
                                    engine.map(map, guard, input.directories()),
                                    byContents,
                                    intake));
        }
        ReduceAttempt reduce = job.newReduceAttempt(id, guard);
        return new Remote(
                reduce,
                (engine, input, intake) -> {
                    RunIntake own = engine.intake(input.directories(), id.toString());
                    List<PlacedRuns> runs = ToldRuns.runs(input.runs(), byContents, own);
                    return engine.reduce(
                            reduce,
                            guard,
                            new RemoteAttempt.Input(runs, input.statistics(), input.directories()));
                });
    }

    /** What an attempt does before its commit. */
    private interface Work {
        SealedOutput in(AttemptEngine engine, RemoteAttempt.Input input, RunIntake intake)
                throws Exception;
    }

    private final class Remote implements RemoteAttempt {

        private final TaskAttempt attempt;
        private final Work work;

        Remote(TaskAttempt attempt, Work work) {
            this.attempt = attempt;
            this.work = work;
        }

        @Override
        public SealedOutput run(Input input, RunIntake intake, ForeignPhases phases)
                throws Exception {
            AttemptEngine engine =
                    AttemptEngine.open(
                            job,
                            job.shape(),
                            Settings.DEFAULTS,
                            new TaskResources(1, 1, 64 * SLAB, SLAB));
            try (engine) {
                return work.in(engine, input, intake);
            } finally {
                phases.tell(engine.takeWork());
                assertThat(engine.memoryHeldBytes()).as("memory of the attempt").isZero();
            }
        }

        @Override
        public void commit() throws Exception {
            attempt.commit();
        }

        @Override
        public void abort(Throwable cause) {
            attempt.abort(cause);
        }
    }
}
