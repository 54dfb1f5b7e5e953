package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.jobs.CommitterCalls;
import io.millrace.hadoop.jobs.ShapeJobs;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.Test;

/** Which calls an output committer gets, in which order, however the job goes. */
final class CommitterCallsTest {

    private final Path file = Workspace.directory("calls").resolve("calls.txt");
    private final Trial trial =
            Trial.over("committer-calls", Workspace.directory("no-input"), EngineSetup.PLAIN);

    @Test
    void aJobThatGoesWellIsSetUpAndCommittedOnce() throws Exception {
        List<String> calls = run(State.SUCCEEDED, 1);
        assertThat(calls)
                .containsExactlyInAnyOrder(
                        "setupJob",
                        "setupTask m0.0",
                        "map m0.0",
                        "setupTask m1.0",
                        "map m1.0",
                        "setupTask r0.0",
                        "open r0.0",
                        "reduce r0.0",
                        "close r0.0",
                        "commitTask r0.0",
                        "commitJob");
        assertThat(calls).startsWith("setupJob");
        assertThat(calls)
                .containsSubsequence("setupTask m0.0", "map m0.0", "setupTask r0.0")
                .containsSubsequence("setupTask m1.0", "map m1.0", "setupTask r0.0")
                .endsWith(
                        "setupTask r0.0",
                        "open r0.0",
                        "reduce r0.0",
                        "close r0.0",
                        "commitTask r0.0",
                        "commitJob");
    }

    @Test
    void mapTasksOfAMapOnlyJobAreCommitted() throws Exception {
        List<String> calls = run(State.SUCCEEDED, 0);
        assertThat(calls).contains("commitTask m0.0", "commitTask m1.0");
        assertThat(calls).filteredOn(call -> call.startsWith("abort")).isEmpty();
        assertThat(calls).endsWith("commitJob");
    }

    @Test
    void aFailedAttemptIsAbortedAndTheNextOneCommitted() throws Exception {
        List<String> calls = run(State.SUCCEEDED, 1, "map m1.0", "reduce r0.0");
        assertThat(calls)
                .containsSubsequence("setupTask m1.0", "abortTask m1.0", "setupTask m1.1")
                .containsSubsequence(
                        "setupTask r0.0",
                        "close r0.0",
                        "abortTask r0.0",
                        "setupTask r0.1",
                        "commitTask r0.1",
                        "commitJob");
        assertThat(calls)
                .filteredOn(call -> call.startsWith("abort"))
                .containsExactly("abortTask m1.0", "abortTask r0.0");
        assertThat(calls)
                .filteredOn(call -> call.startsWith("commit"))
                .containsExactly("commitTask r0.1", "commitJob");
    }

    @Test
    void aSetUpOfATaskThatFailsIsAbortedToo() throws Exception {
        assertThat(run(State.SUCCEEDED, 1, "setupTask m0.0"))
                .containsSubsequence("setupTask m0.0", "abortTask m0.0", "setupTask m0.1");
    }

    @Test
    void aTaskWhoseCommitFailsIsAbortedAndTriedAgain() throws Exception {
        List<String> calls = run(State.SUCCEEDED, 1, "commitTask r0.0");
        assertThat(calls)
                .endsWith(
                        "close r0.0",
                        "commitTask r0.0",
                        "abortTask r0.0",
                        "setupTask r0.1",
                        "open r0.1",
                        "reduce r0.1",
                        "close r0.1",
                        "commitTask r0.1",
                        "commitJob");
    }

    @Test
    void aTaskThatFailsAsOftenAsItMayAbortsTheJob() throws Exception {
        List<String> calls = run(State.FAILED, 1, "reduce r0.0", "reduce r0.1");
        assertThat(calls)
                .containsSubsequence("abortTask r0.0", "abortTask r0.1")
                .endsWith("abortJob FAILED");
        assertThat(calls).filteredOn(call -> call.startsWith("commit")).isEmpty();
    }

    @Test
    void aSetUpOfTheJobThatFailsRunsNoTask() throws Exception {
        assertThat(run(State.FAILED, 1, "setupJob")).containsExactly("setupJob", "abortJob FAILED");
    }

    @Test
    void aCommitOfTheJobThatFailsAbortsIt() throws Exception {
        assertThat(run(State.FAILED, 1, "commitJob")).endsWith("commitJob", "abortJob FAILED");
    }

    @Test
    void aCommitThatFailsAtItsLastStepLeavesNoMarkOfSuccess() throws Exception {
        Trial late = Trial.over("late-failure", Workspace.directory("no-input"), EngineSetup.PLAIN);
        Job job = ShapeJobs.newJob(late.jobRun(), "late failure", 2, 10, 1);
        job.setOutputFormatClass(LateFailure.class);

        Trial.End end = late.finish(job);

        assertThat(end.state()).as(end.everything()).isEqualTo(State.FAILED);
        assertThat(end.files().names()).contains("part-r-00000").doesNotContain("_SUCCESS");
    }

    /** Fails once its files and the mark of success are there, as an interrupt may make it. */
    public static final class LateFailure extends TextOutputFormat<Object, Object> {
        @Override
        public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
                throws IOException {
            return new FileOutputCommitter(getOutputPath(context), context) {
                @Override
                public void commitJob(JobContext job) throws IOException {
                    super.commitJob(job);
                    throw new IOException("planned failure behind the mark of success");
                }
            };
        }
    }

    @Test
    void aKilledJobAbortsItsAttemptsAndThenItself() throws Exception {
        Job job = newJob(1);
        job.getConfiguration().setBoolean("test.calls.wait", true);
        job.submit();
        Path waiting = Path.of(file + ".waiting");
        Await.until("a mapper waits", () -> Files.exists(waiting));
        job.killJob();
        Trial.End end = trial.await(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.KILLED);
        List<String> calls = CommitterCalls.read(file);
        for (String call : calls) {
            if (call.startsWith("setupTask")) {
                assertThat(calls).contains(call.replace("setupTask", "abortTask"));
            }
        }
        assertThat(calls).doesNotHaveDuplicates().endsWith("abortJob KILLED");
        assertThat(calls).filteredOn(call -> call.startsWith("commit")).isEmpty();
    }

    private Job newJob(int reduces, String... failing) throws Exception {
        Job job = CommitterCalls.newJob(trial.jobRun(), file, reduces, failing);
        job.setMaxMapAttempts(2);
        job.setMaxReduceAttempts(2);
        return job;
    }

    private List<String> run(State expected, int reduces, String... failing) throws Exception {
        Trial.End end = trial.finish(newJob(reduces, failing));
        assertThat(end.state()).as(end.everything()).isEqualTo(expected);
        List<String> calls = CommitterCalls.read(file);
        assertThat(calls).doesNotHaveDuplicates();
        return calls;
    }
}
