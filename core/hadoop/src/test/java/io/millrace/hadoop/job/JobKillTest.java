package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobKillTest {

    @TempDir Path directory;

    private static volatile CountDownLatch started;
    private static volatile CountDownLatch release;

    @BeforeEach
    void arm() {
        started = new CountDownLatch(1);
        release = new CountDownLatch(1);
    }

    @AfterEach
    void letGo() {
        release.countDown();
    }

    static final class Waiting extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            context.write(key, value);
            started.countDown();
            release.await();
        }
    }

    /** First attempts wait, later ones go through. */
    static final class WaitingOnce extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            context.write(key, value);
            if (context.getTaskAttemptID().getId() == 0) {
                started.countDown();
                release.await();
            }
        }
    }

    static final class Deaf extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            started.countDown();
            while (release.getCount() > 0) {
                try {
                    release.await(1, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    // Swallowed, as real code does.
                }
            }
            context.write(key, value);
        }
    }

    static final class SlowSetup<K, V> extends TextOutputFormat<K, V> {
        @Override
        public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
                throws IOException {
            return new FileOutputCommitter(getOutputPath(context), context) {
                @Override
                public void setupJob(JobContext job) throws IOException {
                    super.setupJob(job);
                    started.countDown();
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        throw new IOException("interrupted in set-up", e);
                    }
                }
            };
        }
    }

    @Test
    void aKilledJobEndsAndLeavesNothing() throws Exception {
        Job job = submitted(ClientConf.in(directory), Waiting.class);
        assertThat(job.getJobState()).isEqualTo(JobStatus.State.RUNNING);
        job.killJob();
        assertKilled(job);
        assertThat(job.getStatus().getFailureInfo()).contains("kill received from");
        assertThat(job.getTaskCompletionEvents(0, 10))
                .extracting(TaskCompletionEvent::getStatus)
                .contains(TaskCompletionEvent.Status.KILLED);
    }

    @Test
    void anotherClientCanKillAJob() throws Exception {
        JobConf conf = ClientConf.in(directory);
        Job job = submitted(conf, Waiting.class);
        Cluster other = new Cluster(conf);
        other.getJob(job.getJobID()).killJob();
        other.close();
        assertKilled(job);
    }

    @Test
    void aMapperThatSwallowsInterruptsDoesNotKeepTheJobAliveNorItsOutput() throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.setLong("mapreduce.task.exit.timeout", 100);
        Job job = submitted(conf, Deaf.class);
        job.killJob();
        assertKilled(job);
        release.countDown();
        Job next = ClientConf.mapOnly(conf, directory, JobLifeTest.Identity.class);
        assertThat(next.waitForCompletion(false)).isTrue();
    }

    @Test
    void aJobIsKilledInItsSetUp() throws Exception {
        Job job =
                ClientConf.mapOnly(ClientConf.in(directory), directory, JobLifeTest.Identity.class);
        job.setOutputFormatClass(SlowSetup.class);
        job.submit();
        started.await();
        job.killJob();
        assertKilled(job);
    }

    @Test
    void aFailedAttemptIsTriedAgainAndCounts() throws Exception {
        Job job = submitted(ClientConf.in(directory), WaitingOnce.class);
        TaskAttemptID first = attempt(job, 0);
        Await.until(
                "the attempt is ended",
                () -> {
                    job.failTask(first);
                    return job.getTaskCompletionEvents(0, 10).length > 0;
                });
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(job.getTaskCompletionEvents(0, 10))
                .extracting(TaskCompletionEvent::getStatus)
                .containsExactly(
                        TaskCompletionEvent.Status.FAILED, TaskCompletionEvent.Status.SUCCEEDED);
    }

    @Test
    void aKilledAttemptIsTriedAgainAndDoesNotCount() throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.setMaxMapAttempts(1);
        Job job = submitted(conf, WaitingOnce.class);
        TaskAttemptID first = attempt(job, 0);
        Await.until(
                "the attempt is ended",
                () -> {
                    job.killTask(first);
                    return job.getTaskCompletionEvents(0, 10).length > 0;
                });
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(job.getTaskCompletionEvents(0, 10))
                .extracting(TaskCompletionEvent::getStatus)
                .containsExactly(
                        TaskCompletionEvent.Status.KILLED, TaskCompletionEvent.Status.SUCCEEDED);
    }

    @Test
    void anAttemptThatHangsTimesOutAndIsTriedAgain() throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.setLong("mapreduce.task.timeout", 300);
        conf.setInt("mapreduce.task.timeout.check-interval-ms", 50);
        Job job = submitted(conf, WaitingOnce.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        TaskCompletionEvent[] events = job.getTaskCompletionEvents(0, 10);
        assertThat(events)
                .extracting(TaskCompletionEvent::getStatus)
                .containsExactly(
                        TaskCompletionEvent.Status.FAILED, TaskCompletionEvent.Status.SUCCEEDED);
        assertThat(job.getTaskDiagnostics(events[0].getTaskAttemptId())[0]).contains("Timed out");
    }

    /** Silent for longer than it may be, and then done. */
    static final class Slow extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void setup(Context context) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @Test
    void anAttemptThatIsLateBetweenTwoChecksOnlyIsNotLate() throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.setLong("mapreduce.task.timeout", 100);
        conf.setInt("mapreduce.map.maxattempts", 1);
        Job job = ClientConf.mapOnly(conf, directory, Slow.class);
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
    }

    /** Passes on what it reads. */
    static final class Same extends Mapper<LongWritable, Text, LongWritable, Text> {}

    /** Never says which key comes first. */
    public static final class Undecided extends LongWritable.Comparator {
        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            ponder();
            return 0;
        }

        private static void ponder() {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @Test
    void aComparatorThatHangsIsNamedThoughItHangsOnAThreadThatSorts() throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.setLong("mapreduce.task.timeout", 300);
        conf.setInt("mapreduce.task.timeout.check-interval-ms", 50);
        conf.setInt("mapreduce.task.exit.timeout", 200);
        conf.setMaxMapAttempts(1);
        Job job = ClientConf.mapOnly(conf, directory, Same.class);
        job.setNumReduceTasks(1);
        job.setSortComparatorClass(Undecided.class);
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(Text.class);
        assertThat(job.waitForCompletion(false)).isFalse();
        TaskCompletionEvent failed = job.getTaskCompletionEvents(0, 10)[0];
        assertThat(job.getTaskDiagnostics(failed.getTaskAttemptId())[0])
                .contains("Timed out", "millrace-sort", "Undecided.ponder");
        assertThat(job.getStatus().getFailureInfo()).doesNotContain("ponder");
    }

    @Test
    void thePriorityOfARunningJobCanBeChanged() throws Exception {
        Job job = submitted(ClientConf.in(directory), Waiting.class);
        job.setPriority(JobPriority.VERY_HIGH);
        assertThat(job.getCluster().getAllJobStatuses())
                .filteredOn(status -> status.getJobID().equals(job.getJobID()))
                .extracting(JobStatus::getPriority)
                .containsExactly(JobPriority.VERY_HIGH);
        job.killJob();
        assertKilled(job);
    }

    private Job submitted(JobConf conf, Class<? extends Mapper<?, ?, ?, ?>> mapper)
            throws Exception {
        Job job = ClientConf.mapOnly(conf, directory, mapper);
        job.submit();
        assertThat(started.await(60, TimeUnit.SECONDS)).isTrue();
        return job;
    }

    private void assertKilled(Job job) throws Exception {
        Await.until("the job has ended", job::isComplete);
        assertThat(job.getJobState()).isEqualTo(JobStatus.State.KILLED);
        assertThat(job.isSuccessful()).isFalse();
        Path output = directory.resolve("out");
        if (Files.exists(output)) {
            try (Stream<Path> files = Files.list(output)) {
                assertThat(files).isEmpty();
            }
            Files.delete(output);
        }
    }

    private static TaskAttemptID attempt(Job job, int number) {
        return new TaskAttemptID(
                job.getJobID().getJtIdentifier(), job.getJobID().getId(), TaskType.MAP, 0, number);
    }
}
