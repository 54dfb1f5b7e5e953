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
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.security.Credentials;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        GangFailure.write("a line that nobody likes", GangTerms.of(gang, ID));
        assertThatThrownBy(() -> committer.commitJob(context))
                .hasMessage("a line that nobody likes");
        committer.abortJob(context, State.FAILED);
        assertThat(output()).isEmptyDirectory();
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
