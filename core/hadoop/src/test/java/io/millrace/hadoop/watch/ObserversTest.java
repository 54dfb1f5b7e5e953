package io.millrace.hadoop.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.Trial;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What observers are told of jobs, and that they cannot hurt them. */
class ObserversTest {

    private Trial trial;

    @BeforeEach
    void writeInput() throws Exception {
        UnrulyObserver.TOLD.clear();
        trial =
                Trial.over(
                        "observed",
                        Trial.input(
                                "observed",
                                (folder, random) ->
                                        Files.writeString(folder.resolve("text"), "one\ntwo\n")),
                        EngineSetup.PLAIN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "exception", "error"})
    void anObserverThatThrowsChangesNothingForTheJob(String failure) throws Exception {
        Trial.End end = trial.finish(job(failure));
        assertThat(end.state()).isEqualTo(State.SUCCEEDED);
        assertThat(end.files().names()).isNotEmpty();
        assertThat(UnrulyObserver.TOLD)
                .containsExactly("submitted", "started RUNNING", "ended SUCCEEDED");
    }

    @Test
    void anObserverThatCannotDoWhatTheJobAsksRefusesItBeforeAnythingRuns() throws Exception {
        Job job = job("refusal");
        assertThatThrownBy(job::submit)
                .isInstanceOf(IOException.class)
                .hasMessage(UnrulyObserver.FAILURE + " cannot be done")
                .hasNoCause();
        assertThat(UnrulyObserver.TOLD).containsExactly("submitted");
    }

    /** Fails before any task. */
    public static final class NoOutput extends TextOutputFormat<Object, Object> {

        @Override
        public synchronized org.apache.hadoop.mapreduce.OutputCommitter getOutputCommitter(
                org.apache.hadoop.mapreduce.TaskAttemptContext context) throws IOException {
            throw new IOException("no committer today");
        }

        @Override
        public void checkOutputSpecs(JobContext job) {}
    }

    @Test
    void aJobThatFailsBeforeItsTasksIsToldOnceItHasEnded() throws Exception {
        Job job = job("none");
        job.setOutputFormatClass(NoOutput.class);
        assertThat(trial.finish(job).state()).isEqualTo(State.FAILED);
        assertThat(UnrulyObserver.TOLD).containsExactly("submitted", "ended FAILED");
    }

    private Job job(String failure) throws Exception {
        Job job = trial.jobRun().newJob("observed");
        job.getConfiguration().set(UnrulyObserver.FAILURE, failure);
        return job;
    }
}
