package io.millrace.hadoop.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.hadoop.job.Priority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.ClusterStatus;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.QueueState;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskTrackerInfo;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client sees of Millrace as a cluster, without any job. */
@Tag("jdk")
class ClusterViewTest {

    private static final JobID UNKNOWN = new JobID("1", 1);

    @TempDir Path directory;

    @Test
    void anUnknownJobIsNullOrEmptyAndNeverAnError() throws Exception {
        ClientProtocol client = client();
        TaskAttemptID attempt = new TaskAttemptID("1", 1, TaskType.MAP, 0, 0);
        assertThat(new Cluster(ClientConf.in(directory)).getJob(UNKNOWN)).isNull();
        assertThat(client.getJobStatus(UNKNOWN)).isNull();
        assertThat(client.getJobCounters(UNKNOWN)).isNull();
        assertThat(client.getTaskReports(UNKNOWN, TaskType.MAP)).isEmpty();
        assertThat(client.getTaskCompletionEvents(UNKNOWN, 0, 10)).isEmpty();
        assertThat(client.getTaskDiagnostics(attempt)).isEmpty();
        assertThat(client.killTask(attempt, true)).isFalse();
        client.killJob(UNKNOWN);
        client.setJobPriority(UNKNOWN, "HIGH");
    }

    @Test
    void jobIdsAreNumericAndRise() throws Exception {
        ClientProtocol client = client();
        JobID first = client.getNewJobID();
        JobID second = client.getNewJobID();
        assertThat(first.toString()).matches(JobID.JOBID_REGEX);
        assertThat(JobID.forName(first.toString())).isEqualTo(first);
        assertThat(Long.parseLong(first.getJtIdentifier())).isPositive();
        assertThat(second.getId()).isGreaterThan(first.getId());
        assertThat(second.getJtIdentifier()).isEqualTo(first.getJtIdentifier());
    }

    @Test
    void whoNamesAnotherTrackerThanTheLocalOneIsToldOfAllSlots() throws IOException {
        JobConf conf = ClientConf.in(directory);
        conf.set("mapreduce.jobtracker.address", "millrace");
        conf.setInt("mapreduce.local.reduce.tasks.maximum", 100_000);
        ClusterStatus status = new JobClient(conf).getClusterStatus();
        assertThat(status.getMaxMapTasks()).isPositive();
        assertThat(status.getMaxReduceTasks()).isBetween(1, 1024);
        assertThat(status.getTaskTrackers()).isEqualTo(1);
    }

    @Test
    void whoNamesNoTrackerIsToldWhatTheLocalRunnerWouldTell() throws IOException {
        JobConf conf = ClientConf.in(directory);
        ClusterStatus status = new JobClient(conf).getClusterStatus();
        assertThat(status.getMaxMapTasks()).isEqualTo(1);
        assertThat(status.getMaxReduceTasks()).isEqualTo(1);
        assertThat(status.getTaskTrackers()).isEqualTo(1);
        conf.setInt("mapreduce.local.reduce.tasks.maximum", 3);
        assertThat(new JobClient(conf).getClusterStatus().getMaxReduceTasks()).isEqualTo(3);
    }

    @Test
    void thereIsOneQueueAndItRuns() throws Exception {
        ClientProtocol client = client();
        assertThat(client.getQueues()).hasSize(1);
        assertThat(client.getRootQueues()).hasSize(1);
        assertThat(client.getChildQueues("default")).isEmpty();
        assertThat(client.getQueue("default").getState()).isEqualTo(QueueState.RUNNING);
        assertThat(client.getQueue("other")).isNull();
        assertThat(client.getQueueAclsForCurrentUser()).hasSize(1);
        assertThat(client.getQueueAdmins("default").getAclString()).isEqualTo(" ");
    }

    @Test
    void theRestOfAClusterIsThere() throws Exception {
        ClientProtocol client = client();
        assertThat(client.getJobTrackerStatus()).isEqualTo(Cluster.JobTrackerStatus.RUNNING);
        assertThat(client.getActiveTrackers())
                .singleElement()
                .extracting(TaskTrackerInfo::getTaskTrackerName)
                .asString()
                .matches("tracker_localhost:\\d+");
        assertThat(client.getBlacklistedTrackers()).isEmpty();
        assertThat(client.getAllJobs()).isNotNull();
        assertThat(client.getFilesystemName()).startsWith("file:");
        assertThat(client.getJobHistoryDir()).isNotBlank();
        assertThat(client.getDelegationToken(null)).isNull();
        assertThat(client.getTaskTrackerExpiryInterval()).isZero();
        assertThatThrownBy(() -> client.getLogFileParams(UNKNOWN, null))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void theStagingDirectoryIsTheUsersOwn() throws Exception {
        Configuration conf = ClientConf.in(directory);
        Path staging =
                Path.of(
                        JobSubmissionFiles.getStagingDir(new Cluster(conf), conf)
                                .toUri()
                                .getPath());
        assertThat(staging).isEmptyDirectory();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(staging)))
                .isEqualTo("rwx------");
    }

    @Test
    void prioritiesComeAsNamesOrNumbers() throws IOException {
        assertThat(Priority.parse("HIGH").name()).isEqualTo(JobPriority.HIGH);
        assertThat(Priority.parse("5").name()).isEqualTo(JobPriority.VERY_HIGH);
        assertThat(Priority.parse("77").name()).isEqualTo(JobPriority.UNDEFINED_PRIORITY);
        assertThatThrownBy(() -> Priority.parse("urgent"))
                .hasMessageContaining("urgent")
                .hasMessageContaining("VERY_HIGH");
    }

    private ClientProtocol client() throws IOException {
        return new MillraceClientProtocolProvider().create(ClientConf.in(directory));
    }
}
