package io.millrace.hadoop.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.jobs.ShapeJobs;
import io.millrace.hadoop.jobs.Stubborn;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs that are killed. */
@Sampled(oneIn = 2)
final class CancellationTest {
    private static final int KILLS = 5;

    @ParameterizedTest
    @EnumSource(value = ShuffleKind.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void aKillAtAnyMomentLeavesNothing(ShuffleKind shuffle) throws Exception {
        Random random = Seeds.random("kill-" + shuffle);
        int killed = 0;
        for (int i = 0; i < KILLS; i++) {
            EngineSetup setup =
                    EngineSetup.PLAIN.with(shuffle).with(i % 2 == 0 ? Memory.AMPLE : Memory.TINY);
            double moment = random.nextDouble() * 1.8;
            killed += killedAt(moment, setup) ? 1 : 0;
        }
        assertThat(killed).as("jobs that were killed in time; %s", Seeds.line()).isPositive();
        SameAsLocal.check(WordCounts.small(), EngineSetup.PLAIN.with(shuffle));
    }

    @Test
    void aKillRightAfterSubmissionLeavesNothing() throws Exception {
        for (int i = 0; i < KILLS; i++) {
            killedAt(0, EngineSetup.PLAIN);
        }
        SameAsLocal.check(WordCounts.small(), EngineSetup.PLAIN);
    }

    @Test
    void aMapperThatIgnoresInterruptsIsLeftBehind() throws Exception {
        Path marks = Workspace.directory("stubborn-marks");
        Path release = marks.resolve("release");
        Trial trial = Trial.over("stubborn", Workspace.directory("no-input"), EngineSetup.PLAIN);
        Job job = Stubborn.newJob(trial.jobRun(), marks.resolve("started"), release);
        job.getConfiguration().setInt("mapreduce.task.exit.timeout", 100);
        job.submit();
        Await.until("the mapper's start", () -> Files.exists(marks.resolve("started")));
        job.killJob();
        Trial.End end = trial.await(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.KILLED);
        assertThat(end.files().names()).isEmpty();
        SameAsLocal.check(WordCounts.small(), EngineSetup.PLAIN);
        Files.createFile(release);
        NothingLeft.check();
        SameAsLocal.check(WordCounts.small(), EngineSetup.PLAIN);
        assertThat(Workspace.filesBelow(Path.of(trial.jobRun().output().toUri()))).isEmpty();
    }

    @Test
    void aKillOfAFinishedJobDoesNothing() throws Exception {
        Trial trial =
                Trial.over("killed-late", SameAsLocal.input(WordCounts.small()), EngineSetup.PLAIN);
        Job job = WordCounts.newJob(trial.jobRun(), 1);
        assertThat(trial.finish(job).state()).isEqualTo(State.SUCCEEDED);
        job.killJob();
        assertThat(job.getStatus().getState()).isEqualTo(State.SUCCEEDED);
    }

    /**
     * Kills a job when its progress, maps and reduces together, reaches {@code moment}; false if it
     * was quicker.
     */
    private static boolean killedAt(double moment, EngineSetup setup) throws Exception {
        Trial trial = Trial.over("killed", Workspace.directory("no-input"), setup);
        Job job = ShapeJobs.newJob(trial.jobRun(), "killed", 20, 10_000, 2);
        job.submit();
        Await.until(
                "progress of " + moment,
                () -> {
                    JobStatus status = job.getStatus();
                    return status.isJobComplete()
                            || status.getMapProgress() + status.getReduceProgress() >= moment;
                });
        job.killJob();
        Trial.End end = trial.await(job);
        assertThat(end.state())
                .as(end.everything() + "; " + Seeds.line())
                .isIn(State.KILLED, State.SUCCEEDED);
        boolean killed = end.state() == State.KILLED;
        if (killed) {
            assertThat(end.files().names())
                    .noneMatch(name -> name.contains("_SUCCESS") || name.contains("_temporary"));
        } else {
            assertThat(end.files().names()).contains("_SUCCESS");
        }
        NothingLeft.check();
        return killed;
    }
}
