package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs from submission to their end, through Hadoop's own client. */
@Sampled(oneIn = 4)
class JobLifeTest {

    @TempDir Path directory;

    static final class Identity extends Mapper<LongWritable, Text, LongWritable, Text> {}

    static final class Failing extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text value, Context context) throws IOException {
            throw new IOException("no good line: " + value);
        }
    }

    /** Fails with a message of four million characters. */
    static final class Verbose extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text value, Context context) throws IOException {
            throw new IOException("first line\n" + "much to say ".repeat(350_000));
        }
    }

    /** Fails where a key that the driver changes after the submission says so. */
    static final class Obedient extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void setup(Context context) {
            if (!context.getConfiguration().get("test.order").equals("as submitted")) {
                throw new IllegalStateException(
                        "order was changed to " + context.getConfiguration().get("test.order"));
            }
        }
    }

    /** Runs a job of its own and waits for it. */
    static final class Nesting extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            Path inner = Path.of(context.getConfiguration().get("test.inner"));
            try {
                Job job =
                        ClientConf.mapOnly(
                                new JobConf(context.getConfiguration()), inner, Identity.class);
                if (!job.waitForCompletion(false)) {
                    throw new IOException(
                            "the inner job failed: " + job.getStatus().getFailureInfo());
                }
            } catch (ClassNotFoundException e) {
                throw new IOException(e);
            }
        }
    }

    static final class BadSetup<K, V> extends TextOutputFormat<K, V> {
        @Override
        public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
                throws IOException {
            return new FileOutputCommitter(getOutputPath(context), context) {
                @Override
                public void setupJob(JobContext job) throws IOException {
                    super.setupJob(job);
                    throw new IOException("set-up refused");
                }
            };
        }
    }

    static final class BadCommit<K, V> extends TextOutputFormat<K, V> {
        @Override
        public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
                throws IOException {
            return new FileOutputCommitter(getOutputPath(context), context) {
                @Override
                public void commitJob(JobContext job) throws IOException {
                    throw new IOException("commit refused");
                }
            };
        }
    }

    static final class NoCommitter<K, V> extends TextOutputFormat<K, V> {
        @Override
        public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context) {
            throw new IllegalStateException("no committer to be had");
        }
    }

    /** Their messages would not fit into the heap that tests have. */
    @Test
    @Timeout(300)
    void ofJobsThatFailAtLengthLittleIsKept() throws Exception {
        for (int round = 0; round < 100; round++) {
            Path own = Files.createDirectory(directory.resolve("round" + round));
            Job job = ClientConf.mapOnly(ClientConf.in(own), own, Verbose.class);
            job.setMaxMapAttempts(1);
            assertThat(job.waitForCompletion(false)).isFalse();
            assertThat(job.getStatus().getFailureInfo()).contains("first line");
            assertThat(job.getTaskReports(TaskType.MAP)[0].getDiagnostics()[0])
                    .contains("first line")
                    .hasSizeLessThan(20_000);
        }
    }

    @Test
    void aJobThatSucceedsTellsAllThatAClusterWould() throws Exception {
        Job job = ClientConf.mapOnly(ClientConf.in(directory), directory, Identity.class);
        assertThat(job.waitForCompletion(true)).isTrue();
        assertThat(outputFiles()).contains("_SUCCESS", "part-m-00000").doesNotContain("_temporary");
        JobStatus status = job.getStatus();
        assertThat(status.getState()).isEqualTo(JobStatus.State.SUCCEEDED);
        assertThat(status.getStartTime()).isPositive();
        assertThat(status.getFinishTime()).isGreaterThanOrEqualTo(status.getStartTime());
        assertThat(
                        List.of(
                                status.getSetupProgress(),
                                status.getMapProgress(),
                                status.getCleanupProgress()))
                .containsOnly(1f);
        assertThat(status.getFailureInfo()).isEmpty();
        assertThat(job.getTrackingURL()).isEqualTo("N/A");
        Counters counters = job.getCounters();
        assertThat(counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue()).isEqualTo(3);
        assertThat(counters.findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue()).isEqualTo(1);
        assertThat(counters.findCounter(TaskCounter.COMMITTED_HEAP_BYTES).getValue()).isPositive();
        TaskCompletionEvent[] events = job.getTaskCompletionEvents(0, 10);
        assertThat(events)
                .extracting(TaskCompletionEvent::getStatus)
                .containsExactly(TaskCompletionEvent.Status.SUCCEEDED);
        TaskReport[] reports = job.getTaskReports(TaskType.MAP);
        assertThat(reports).hasSize(1);
        assertThat(reports[0].getCurrentStatus()).isEqualTo(TIPStatus.COMPLETE);
        assertThat(reports[0].getProgress()).isEqualTo(1f);
    }

    @Test
    void anEndedJobIsKnownToEveryClient() throws Exception {
        JobConf conf = ClientConf.in(directory);
        Job job = ClientConf.mapOnly(conf, directory, Identity.class);
        job.setJobName("a name, with ünusual / characters");
        assertThat(job.waitForCompletion(false)).isTrue();
        Cluster other = new Cluster(conf);
        Job found =
                other.getJob(new JobID(job.getJobID().getJtIdentifier(), job.getJobID().getId()));
        assertThat(found.getJobName()).isEqualTo("a name, with ünusual / characters");
        assertThat(found.getConfiguration().get("mapreduce.job.map.class"))
                .isEqualTo(Identity.class.getName());
        assertThat(found.getCounters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue())
                .isEqualTo(3);
        assertThat(other.getAllJobStatuses())
                .extracting(JobStatus::getJobID)
                .contains(job.getJobID());
        found.killJob();
        assertThat(found.getStatus().getState()).isEqualTo(JobStatus.State.SUCCEEDED);
        assertThat(other.getJob(new JobID("17", 17))).isNull();
    }

    @Test
    void nothingButTheConfigurationIsLeftOnDisk() throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.set(
                "mapreduce.jobtracker.staging.root.dir",
                directory.resolve("tmp/staging").toString());
        Job job = ClientConf.mapOnly(conf, directory, Identity.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        try (Stream<Path> files = Files.walk(directory.resolve("tmp"))) {
            assertThat(
                            files.filter(Files::isRegularFile)
                                    .map(file -> file.getFileName().toString()))
                    .filteredOn(name -> !name.startsWith(".in-use")) // says that this process lives
                    .containsExactly("job.xml");
        }
        Path staging = Path.of(new Cluster(conf).getStagingAreaDir().toUri().getPath());
        assertThat(staging).isEmptyDirectory();
    }

    @Test
    void aTaskThatFailsFailsTheJobInAClustersWords() throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.setMaxMapAttempts(2);
        Job job = ClientConf.mapOnly(conf, directory, Failing.class);
        assertThat(job.waitForCompletion(true)).isFalse();
        assertThat(job.getJobState()).isEqualTo(JobStatus.State.FAILED);
        String task = job.getJobID().toString().replace("job", "task") + "_m_000000";
        assertThat(job.getStatus().getFailureInfo())
                .contains("no good line: one")
                .endsWith(
                        "Task failed "
                                + task
                                + "; Job failed as tasks failed. failedMaps:1 failedReduces:0")
                .doesNotContain("\n");
        TaskCompletionEvent[] events = job.getTaskCompletionEvents(0, 10);
        assertThat(events)
                .extracting(TaskCompletionEvent::getStatus)
                .containsExactly(
                        TaskCompletionEvent.Status.FAILED, TaskCompletionEvent.Status.TIPFAILED);
        assertThat(job.getTaskDiagnostics(events[1].getTaskAttemptId())[0])
                .contains("no good line: one")
                .contains(Failing.class.getName());
        assertThat(job.getTaskReports(TaskType.MAP)[0].getCurrentStatus())
                .isEqualTo(TIPStatus.FAILED);
        assertThat(job.getCounters().findCounter(JobCounter.NUM_FAILED_MAPS).getValue())
                .isEqualTo(2);
        assertThat(outputFiles()).isEmpty();
    }

    @Test
    void whatTheDriverDoesToItsConfigurationAfterSubmissionDoesNotReachTheJob() throws Exception {
        Job job = ClientConf.mapOnly(ClientConf.in(directory), directory, Obedient.class);
        job.getConfiguration().set("test.order", "as submitted");
        job.submit();
        job.getConfiguration().set("test.order", "changed");
        assertThat(job.waitForCompletion(false)).isTrue();
    }

    @Test
    @Timeout(60)
    void aTaskMayRunAJobOfItsOwnThoughAllSlotsAreTaken() throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.set("millrace.map.threads", "1");
        conf.set("test.inner", Files.createDirectory(directory.resolve("inner")).toString());
        Job job = ClientConf.mapOnly(conf, directory, Nesting.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(directory.resolve("inner/out/_SUCCESS")).exists();
    }

    @Test
    void aSetUpThatFailsFailsTheJobAndIsAborted() throws Exception {
        Job job = ClientConf.mapOnly(ClientConf.in(directory), directory, Identity.class);
        job.setOutputFormatClass(BadSetup.class);
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getStatus().getFailureInfo())
                .isEqualTo("Job setup failed: java.io.IOException: set-up refused");
        assertThat(outputFiles()).isEmpty();
    }

    @Test
    void aCommitThatFailsFailsTheJobAndIsAborted() throws Exception {
        Job job = ClientConf.mapOnly(ClientConf.in(directory), directory, Identity.class);
        job.setOutputFormatClass(BadCommit.class);
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getStatus().getFailureInfo())
                .isEqualTo("Job commit failed: java.io.IOException: commit refused");
        assertThat(outputFiles()).doesNotContain("_SUCCESS", "_temporary");
    }

    @Test
    void aCommitterThatCannotBeMadeFailsTheJob() throws Exception {
        Job job = ClientConf.mapOnly(ClientConf.in(directory), directory, Identity.class);
        job.setOutputFormatClass(NoCommitter.class);
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getStatus().getFailureInfo()).contains("no committer to be had");
    }

    private List<String> outputFiles() throws IOException {
        Path output = directory.resolve("out");
        if (!Files.exists(output)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(output)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".crc"))
                    .toList();
        }
    }
}
