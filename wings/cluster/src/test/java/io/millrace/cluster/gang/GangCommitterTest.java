package io.millrace.cluster.gang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.testing.TextJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobContextImpl;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.security.Credentials;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The calls of an application master. */
final class GangCommitterTest {

    private static final JobID ID = new JobID("gang", 1);

    @TempDir Path work;

    private JobConf gang = new JobConf();
    private JobContext context = new JobContextImpl(gang, ID);

    @BeforeEach
    void prepare() throws IOException {
        JobConf job = new JobConf();
        TextJobs.index(job);
        FileOutputFormat.setOutputPath(job, hadoop(output()));
        gang = GangConf.gangOf(job);
        Credentials credentials = gang.getCredentials();
        GangTerms.prepare(
                gang, hadoop(Files.createDirectory(work.resolve("staging"))), credentials);
        context = new JobContextImpl(gang, ID);
    }

    private static org.apache.hadoop.fs.Path hadoop(Path path) {
        return new org.apache.hadoop.fs.Path(path.toUri());
    }

    private Path output() {
        return work.resolve("out");
    }

    /** As Hadoop 3.5 does when an application master ends. */
    @Test
    void anAbortAfterTheCommitLeavesTheOutput() throws Exception {
        GangCommitter committer = GangCommitter.of(gang, ID);
        committer.setupJob(context);
        end(0, "");
        committer.commitJob(context);
        committer.abortJob(context, State.FAILED);
        assertThat(output().resolve("_SUCCESS")).exists();
        assertThat(output().resolve("_temporary")).doesNotExist();
    }

    @Test
    void aJobThatFailedIsNotCommitted() throws Exception {
        GangCommitter committer = GangCommitter.of(gang, ID);
        committer.setupJob(context);
        assertThat(output().resolve("_temporary")).exists();
        end(0, "a line that nobody likes");
        assertThatThrownBy(() -> committer.commitJob(context))
                .hasMessage("the job of the gang failed: a line that nobody likes");
        committer.abortJob(context, State.FAILED);
        assertThat(output()).isEmptyDirectory();
    }

    private void end(int driver, String failure) throws IOException {
        new GangOutcome(driver, failure, new Counters()).write(GangTerms.of(gang, ID));
    }

    /** An attempt in a worker of a driver. */
    private TaskAttemptContext attempt(int driver) {
        return new TaskAttemptContextImpl(
                GangConf.jobOf(gang, driver),
                new TaskAttemptID(new TaskID(ID, TaskType.REDUCE, 0), 0));
    }

    private FileOutputCommitter committer(TaskAttemptContext attempt) throws IOException {
        return new FileOutputCommitter(hadoop(output()), attempt);
    }

    private void commit(TaskAttemptContext attempt) throws IOException {
        committer(attempt).commitTask(attempt);
    }

    private void write(TaskAttemptContext attempt, String name) throws IOException {
        Path directory = Path.of(committer(attempt).getWorkPath().toUri());
        Files.writeString(Files.createDirectories(directory).resolve(name), "all of " + name);
    }

    /** Both drivers begin with the first attempt of each task. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aLateCommitUnderALostDriverTakesNothingFromTheNextOne(int version) throws Exception {
        gang.setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, version);
        GangCommitter committer = GangCommitter.of(gang, ID);
        committer.setupJob(context);
        TaskAttemptContext lost = attempt(0);
        GangCommitter.committer(GangConf.jobOf(gang, 1), ID).setUp();
        TaskAttemptContext next = attempt(1);
        write(lost, "first");
        write(next, "first");
        commit(lost);
        write(next, "second");
        commit(next);
        end(1, "");
        committer.commitJob(context);
        assertThat(output().resolve("first")).hasContent("all of first");
        assertThat(output().resolve("second")).hasContent("all of second");
        assertThat(output().resolve("_temporary")).doesNotExist();
    }

    /** With the second version of the algorithm, each task commits to the output at once. */
    @Test
    void outputOfALostDriverIsNotCommitted() throws Exception {
        gang.setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, 1);
        GangCommitter committer = GangCommitter.of(gang, ID);
        committer.setupJob(context);
        GangCommitter.committer(GangConf.jobOf(gang, 1), ID).setUp();
        TaskAttemptContext lost = attempt(0);
        write(lost, "part");
        commit(lost);
        end(1, "");
        committer.commitJob(context);
        assertThat(output().resolve("part")).doesNotExist();
    }

    /** All tasks of the gang may have ended well, because a lost driver has told them to. */
    @Test
    void aGangWithoutAnOutcomeIsNotCommitted() throws Exception {
        GangCommitter committer = GangCommitter.of(gang, ID);
        committer.setupJob(context);
        assertThatThrownBy(() -> committer.commitJob(context))
                .hasMessage("no driver of the gang has ended its job");
    }

    @Test
    void theOutcomeOfTheLastDriverCounts() throws Exception {
        GangTerms terms = GangTerms.of(gang, ID);
        assertThat(GangOutcome.last(terms)).isNull();
        end(2, "late");
        end(1000, "");
        end(3, "later");
        GangOutcome last = GangOutcome.last(terms);
        assertThat(last).isNotNull();
        assertThat(last.driver()).isEqualTo(1000);
        assertThat(last.failure()).isEmpty();
    }

    @Test
    void theJobsConfigurationComesBackFromTheGangs() throws IOException {
        JobConf job = new JobConf();
        TextJobs.index(job);
        job.set("mapreduce.map.java.opts", "-Xmx300m -Dx=${y}");
        JobConf made = GangConf.gangOf(job);
        assertThat(made.getNumReduceTasks()).isZero();
        assertThat(made.get("mapreduce.map.java.opts")).isEqualTo("-Dx=${y}");
        JobConf back = GangConf.jobOf(made);
        job.forEach(each -> assertThat(back.getRaw(each.getKey())).isEqualTo(each.getValue()));
        back.forEach(each -> assertThat(job.getRaw(each.getKey())).isEqualTo(each.getValue()));
    }
}
