package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How jobs look to clients that ask while they run. */
class JobStatesTest {

    private static final int ASKERS = 4;

    @TempDir Path directory;

    static final class Identity extends Mapper<LongWritable, Text, LongWritable, Text> {}

    /** Says that it runs, and goes on as soon as it may. */
    static final class Waiting extends Mapper<LongWritable, Text, LongWritable, Text> {
        static volatile CountDownLatch running = new CountDownLatch(1);
        static volatile CountDownLatch goOn = new CountDownLatch(1);

        @Override
        protected void setup(Context context) throws InterruptedException {
            running.countDown();
            goOn.await();
        }
    }

    @RepeatedTest(5)
    void statesGoOneWayAndTheLastIsSeenOnlyWhenAllElseIsDone() throws Exception {
        JobConf conf = ClientConf.in(directory);
        Job job = ClientConf.mapOnly(conf, directory, Identity.class);
        for (int file = 0; file < 5; file++) {
            Files.writeString(directory.resolve("in/more" + file), "line\n");
        }
        job.submit();
        ExecutorService askers = Executors.newFixedThreadPool(ASKERS);
        try {
            List<Future<List<String>>> answers = new ArrayList<>();
            for (int i = 0; i < ASKERS; i++) {
                answers.add(askers.submit(asking(conf, job.getJobID())));
            }
            for (Future<List<String>> answer : answers) {
                assertThat(answer.get()).isEmpty();
            }
        } finally {
            askers.shutdownNow();
        }
    }

    /** Asks until the job has ended; whatever was wrong with the answers. */
    private Callable<List<String>> asking(JobConf conf, JobID id) {
        return () -> {
            List<String> wrong = new ArrayList<>();
            Cluster cluster = new Cluster(conf);
            JobStatus before = cluster.getJob(id).getStatus();
            while (!before.isJobComplete()) {
                JobStatus now = cluster.getJob(id).getStatus();
                boolean back =
                        order(now) < order(before)
                                || now.getMapProgress() < before.getMapProgress()
                                || now.getCleanupProgress() < before.getCleanupProgress();
                if (back) {
                    wrong.add("went back from " + before + " to " + now);
                }
                before = now;
            }
            Job ended = cluster.getJob(id);
            check(wrong, "commit", Files.exists(directory.resolve("out/_SUCCESS")));
            check(wrong, "clean-up", !Files.exists(directory.resolve("out/_temporary")));
            check(wrong, "progress", before.getMapProgress() == 1);
            check(wrong, "finish time", before.getFinishTime() >= before.getStartTime());
            check(wrong, "events", ended.getTaskCompletionEvents(0, 100).length == 6);
            check(wrong, "reports", ended.getTaskReports(TaskType.MAP).length == 6);
            check(
                    wrong,
                    "counters",
                    ended.getCounters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue() == 8);
            check(wrong, "local files", localFiles(id).isEmpty());
            return wrong;
        };
    }

    private List<Path> localFiles(JobID id) throws IOException {
        Path local = directory.resolve("tmp/mapred/local");
        if (!Files.isDirectory(local)) {
            return List.of();
        }
        try (var files = Files.walk(local)) {
            return files.filter(file -> file.toString().contains(id.toString())).toList();
        }
    }

    private static void check(List<String> wrong, String what, boolean right) {
        if (!right) {
            wrong.add(what + " came after the end was visible");
        }
    }

    private static int order(JobStatus status) {
        return switch (status.getState()) {
            case PREP -> 0;
            case RUNNING -> 1;
            default -> 2;
        };
    }

    @Test
    void aClientThatIsClosedTwiceLeavesItsJobRunning() throws Exception {
        Waiting.running = new CountDownLatch(1);
        Waiting.goOn = new CountDownLatch(1);
        JobConf conf = ClientConf.in(directory);
        JobClient client = new JobClient(conf);
        JobConf job =
                new JobConf(ClientConf.mapOnly(conf, directory, Waiting.class).getConfiguration());
        job.setUseNewMapper(true);
        RunningJob running = client.submitJob(job);
        Waiting.running.await();
        client.close();
        client.close();
        JobClient other = new JobClient(conf);
        assertThat(other.getJob(running.getID()).getJobState())
                .isEqualTo(org.apache.hadoop.mapred.JobStatus.RUNNING);
        Waiting.goOn.countDown();
        other.getJob(running.getID()).waitForCompletion();
        assertThat(other.getJob(running.getID()).isSuccessful()).isTrue();
    }

    @Test
    void tasksAreNumberedByTheSizesOfTheirSplits() throws Exception {
        Job job = ClientConf.mapOnly(ClientConf.in(directory), directory, Identity.class);
        Files.writeString(directory.resolve("in/a-small"), "small\n");
        Files.writeString(directory.resolve("in/z-large"), "the largest file of all\n");
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(directory.resolve("out/part-m-00000")).content().contains("the largest");
        assertThat(directory.resolve("out/part-m-00001")).content().contains("three");
        assertThat(directory.resolve("out/part-m-00002")).content().contains("small");
    }
}
