package io.millrace.workers.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import io.millrace.workers.fork.ForkedJobs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers and forked JVMs that stand still while they start. */
@ExtendWith(NothingLeft.class)
@Sampled(oneIn = 4)
@Tag("jdk")
final class WorkerStartTest {

    /**
     * A JVM with this option waits for a debugger before its main method, without a sign of life.
     */
    private static final String SUSPENDED =
            " -agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0";

    @TempDir Path directory;

    static final class Emits extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            context.write(line, new LongWritable(1));
        }
    }

    @AfterEach
    void noWorkerIsLeft() {
        ForkedJobs.assertNoneLeft();
    }

    private JobConf conf() {
        JobConf conf = ForkedJobs.conf(directory);
        conf.unset("millrace.task.isolation");
        conf.setInt("millrace.workers", 2);
        conf.setInt("millrace.exchange.silence.seconds", 2);
        conf.setInt("mapreduce.map.maxattempts", 1);
        return conf;
    }

    /** An attempt must not be blamed for the time that it waits for its JVM. */
    private static void blameEarly(JobConf conf) {
        conf.setInt("mapreduce.task.timeout", 1_000);
        conf.setInt("mapreduce.task.timeout.check-interval-ms", 100);
    }

    private Job job(JobConf conf, int reduces, String... lines) throws IOException {
        Job job = ForkedJobs.mapOnly(conf, directory, Emits.class, lines);
        job.setNumReduceTasks(reduces);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        return job;
    }

    private static Optional<ProcessHandle> jvm(String name) {
        return ProcessHandle.current()
                .descendants()
                .filter(each -> isJvm(each.info().arguments().orElse(new String[0]), name))
                .findAny();
    }

    private static boolean isJvm(String[] arguments, String name) {
        return Arrays.stream(arguments)
                .anyMatch(each -> each.startsWith("-Djava.io.tmpdir=") && each.contains(name));
    }

    private static long stop(String name) throws Exception {
        Await.until(name + " starts", () -> jvm(name).isPresent());
        long pid = jvm(name).orElseThrow().pid();
        new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start().waitFor();
        return pid;
    }

    @Test
    void aWorkerThatIsStoppedWhileItStartsIsReplacedAndNoTaskIsBlamed() throws Exception {
        Job job = job(conf(), 2, "one", "two", "three");
        job.submit();
        long stopped = stop("/worker-1/");
        assertThat(job.waitForCompletion(false)).as(() -> ForkedJobs.failuresOf(job)).isTrue();
        assertThat(ForkedJobs.output(directory)).isEqualTo(List.of("one\t1", "three\t1", "two\t1"));
        assertThat(ForkedJobs.failures(job)).isEmpty();
        assertThat(ProcessHandle.of(stopped)).isEmpty();
    }

    @Test
    void aWorkerThatNeverGetsBeyondItsStartFailsTheJobByName() throws Exception {
        JobConf conf = conf();
        conf.setInt("millrace.workers.deaths", 0);
        blameEarly(conf);
        conf.set("mapred.child.java.opts", ForkedJobs.QUICK_START + SUSPENDED);
        Job job = job(conf, 2, "one");
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getStatus().getFailureInfo())
                .containsPattern("the last one: worker [01] did not start: ")
                .containsPattern("process \\d+ stood still for 5 s of its start")
                .contains("millrace.exchange.silence.seconds");
    }

    /** The other worker runs the only map task, and nothing else waits for the stopped one. */
    @Test
    void aWorkerThatIsStoppedWhileItStartsDoesNotOutliveItsJob() throws Exception {
        JobConf conf = conf();
        conf.setInt("millrace.exchange.silence.seconds", 600);
        Job job = job(conf, 0, "one");
        job.submit();
        long stopped = stop("/worker-1/");
        assertThat(job.waitForCompletion(false)).as(() -> ForkedJobs.failuresOf(job)).isTrue();
        Await.until("the worker ends", () -> ProcessHandle.of(stopped).isEmpty());
    }

    static final class SeesWorkers extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            int workers = context.getConfiguration().getInt("millrace.workers", 0);
            context.write(line, new LongWritable(workers));
        }
    }

    /** As with the option of the launcher; loops read the number in their tasks. */
    @Test
    void tasksKnowTheNumberOfWorkersThatAPropertyOfTheClientHas() throws Exception {
        String property = "test.number.of.workers";
        System.setProperty(property, "2");
        try {
            JobConf conf = conf();
            conf.set("millrace.workers", "${" + property + "}");
            Job job = ForkedJobs.mapOnly(conf, directory, SeesWorkers.class, "one");
            job.setOutputKeyClass(Text.class);
            job.setOutputValueClass(LongWritable.class);
            assertThat(job.waitForCompletion(false)).as(() -> ForkedJobs.failuresOf(job)).isTrue();
            assertThat(ForkedJobs.output(directory)).isEqualTo(List.of("one\t2"));
        } finally {
            System.clearProperty(property);
        }
    }

    /** Starts a process that goes on, and then ends its JVM in the first attempt. */
    static final class StartsAProcess extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            Path file = Path.of(context.getConfiguration().get("test.file"));
            if (context.getTaskAttemptID().getId() == 0) {
                Process started = new ProcessBuilder("sleep", "10000").start();
                Files.writeString(file, Long.toString(started.pid()));
                Runtime.getRuntime().halt(3);
            }
            context.write(line, new LongWritable(1));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aProcessThatATaskStartsDoesNotOutliveTheJobEvenIfItsJvmHasEnded(boolean workers)
            throws Exception {
        JobConf conf = conf();
        conf.setInt("mapreduce.map.maxattempts", 4);
        if (!workers) {
            conf.unset("millrace.workers");
            conf.set("millrace.task.isolation", "process");
        }
        Path file = directory.resolve("pid");
        conf.set("test.file", file.toString());
        Job job = ForkedJobs.mapOnly(conf, directory, StartsAProcess.class, "one");
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        assertThat(job.waitForCompletion(false)).as(() -> ForkedJobs.failuresOf(job)).isTrue();
        long started = Long.parseLong(Files.readString(file));
        Await.until("it ends", () -> ProcessHandle.of(started).isEmpty());
    }

    /** The first line that people see names the reason, not only an exit code. */
    @Test
    void aWorkerThatCannotListenSaysSoInTheFirstLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            JobConf conf = conf();
            conf.setInt("millrace.workers.deaths", 0);
            conf.setInt("millrace.exchange.ports", taken.getLocalPort());
            Job job = job(conf, 2, "one");
            assertThat(job.waitForCompletion(false)).isFalse();
            assertThat(job.getStatus().getFailureInfo().lines().findFirst().orElse(""))
                    .contains("cannot listen at 127.0.0.1:" + taken.getLocalPort())
                    .contains("Address already in use");
        }
    }

    @Test
    void aForkedJvmThatStandsStillWhileItStartsFailsItsAttemptByName() throws Exception {
        JobConf conf = conf();
        conf.unset("millrace.workers");
        conf.set("millrace.task.isolation", "process");
        blameEarly(conf);
        conf.set("mapred.child.java.opts", ForkedJobs.QUICK_START + SUSPENDED);
        Job job = job(conf, 0, "one");
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(ForkedJobs.failuresOf(job))
                .containsPattern("process \\d+ stood still for 5 s of its start")
                .doesNotContain("Timed out");
    }
}
