package io.millrace.hadoop.many;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.jobs.ShapeJobs;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.lib.jobcontrol.ControlledJob;
import org.apache.hadoop.mapreduce.lib.jobcontrol.JobControl;
import org.junit.jupiter.api.Test;

/** Many jobs at once: side by side, one after the other by their dependencies, one in another. */
@Sampled(oneIn = 2)
final class ManyJobsTest {
    private static final int CLIENTS = 10;
    private static final int JOBS = 50;
    private static final List<ShuffleKind> SHUFFLES =
            List.of(ShuffleKind.PULL, ShuffleKind.PUSH, ShuffleKind.HYBRID);

    @Test
    void fiftyJobsOfTenClientsOfWhichSomeAreKilledAndSomeNested() throws Exception {
        List<String> expected = small(EngineSetup.PLAIN);
        List<Callable<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            EngineSetup setup =
                    EngineSetup.PLAIN.with(Memory.TINY).with(SHUFFLES.get(i % SHUFFLES.size()));
            if (i % 8 == 3) {
                all.add(() -> killed(setup));
            } else if (i % 8 == 7) {
                all.add(() -> nested(setup, 1));
            } else {
                all.add(() -> small(setup).equals(expected));
            }
        }
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            for (Future<Boolean> job : clients.invokeAll(all)) {
                assertThat(job.get()).isTrue();
            }
        } finally {
            clients.shutdownNow();
        }
        NothingLeft.check();
    }

    @Test
    void jobsOfTasksEndHoweverDeepAndWithAllSlotsWaiting() throws Exception {
        assertThat(nested(EngineSetup.PLAIN.with(Memory.TINY), 3)).isTrue();
        NothingLeft.check();
    }

    @Test
    void aJobControlRunsJobsInTheOrderOfTheirDependencies() throws Exception {
        JobControl control = new JobControl("diamond");
        ControlledJob top = controlled(control, "top", List.of());
        ControlledJob left = controlled(control, "left", List.of(top));
        ControlledJob right = controlled(control, "right", List.of(top));
        ControlledJob bottom = controlled(control, "bottom", List.of(left, right));
        Thread thread = new Thread(control, "job-control");
        thread.start();
        Await.until("all jobs have ended", control::allFinished);
        control.stop();
        thread.join();
        assertThat(control.getFailedJobList()).isEmpty();
        assertThat(control.getSuccessfulJobList()).hasSize(4);
        for (ControlledJob side : List.of(left, right)) {
            assertThat(top.getJob().getFinishTime())
                    .isLessThanOrEqualTo(side.getJob().getStartTime());
            assertThat(side.getJob().getFinishTime())
                    .isLessThanOrEqualTo(bottom.getJob().getStartTime());
        }
    }

    private static ControlledJob controlled(
            JobControl control, String name, List<ControlledJob> before) throws Exception {
        Job job = ShapeJobs.newJob(trial(name, EngineSetup.PLAIN).jobRun(), name, 3, 100, 2);
        ControlledJob controlled = new ControlledJob(job, before);
        control.addJob(controlled);
        return controlled;
    }

    /** What a job of a few thousand records writes. */
    private static List<String> small(EngineSetup setup) throws Exception {
        Trial trial = trial("small", setup);
        Job job = ShapeJobs.newJob(trial.jobRun(), "small", 4, 2000, 2);
        assertThat(trial.finish(job).state()).isEqualTo(State.SUCCEEDED);
        return lines(Path.of(trial.jobRun().output().toUri()));
    }

    private static boolean killed(EngineSetup setup) throws Exception {
        Path marks = Workspace.directory("marks");
        Trial trial = trial("killed", setup);
        Job job = Gated.newJob(trial.jobRun(), "killed", 2, marks.resolve("gate"), marks);
        job.submit();
        Await.until("a task runs", () -> !Workspace.filesBelow(marks).isEmpty());
        job.killJob();
        return trial.await(job).state() == State.KILLED;
    }

    private static boolean nested(EngineSetup setup, int levels) throws Exception {
        Trial trial = trial("nested", setup);
        Job job = Nested.newJob(trial.jobRun().conf(), levels, trial.jobRun().output());
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        long succeeded =
                Workspace.filesBelow(Path.of(trial.jobRun().output().toUri())).stream()
                        .filter(path -> path.endsWith("_SUCCESS"))
                        .count();
        return succeeded == Nested.jobs(levels);
    }

    private static Trial trial(String name, EngineSetup setup) {
        return Trial.over(name, Workspace.directory("no-input"), setup);
    }

    private static List<String> lines(Path output) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path path : Workspace.filesBelow(output)) {
            if (path.getFileName().toString().startsWith("part-")) {
                lines.addAll(Files.readAllLines(path));
            }
        }
        assertThat(lines).isNotEmpty();
        return lines;
    }
}
