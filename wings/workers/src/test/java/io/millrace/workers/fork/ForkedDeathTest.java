package io.millrace.workers.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Forked JVMs that end before their attempts do, and attempts that are ended. */
@ExtendWith(NothingLeft.class)
@Sampled(oneIn = 4)
final class ForkedDeathTest {

    @TempDir Path directory;

    /** Leaves the JVM in the first attempt at each task, after it has written something. */
    static final class Leaves extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            context.write(line, new LongWritable(1));
            if (context.getTaskAttemptID().getId() == 0 && line.toString().startsWith("leave")) {
                System.err.println("this mapper leaves");
                System.exit(3);
            }
        }
    }

    static final class LeavesToo extends Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (LongWritable value : values) {
                sum += value.get();
            }
            context.write(key, new LongWritable(sum));
            if (context.getTaskAttemptID().getId() == 0 && key.toString().startsWith("reduce")) {
                Runtime.getRuntime().halt(4);
            }
        }
    }

    /** Tells its process number in the first attempt, and then waits to be killed. */
    static final class Waits extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            context.write(key, line);
            if (context.getTaskAttemptID().getId() == 0) {
                tellPid(Path.of(context.getConfiguration().get("test.pid")));
                while (true) {
                    LockSupport.park();
                }
            }
        }
    }

    static final class Greedy extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text line, Context context) {
            byte[][] held = new byte[Integer.MAX_VALUE / 1024][];
            for (int i = 0; i < held.length; i++) {
                held[i] = new byte[1024 * 1024];
            }
        }
    }

    static final class Throws extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text line, Context context) {
            throw new IllegalStateException("bad line", new IOException("deep down: " + line));
        }
    }

    /** In one step, so that who waits for the file finds the number in it. */
    static void tellPid(Path file) throws IOException {
        Path written = file.resolveSibling("written");
        Files.writeString(written, Long.toString(ProcessHandle.current().pid()));
        Files.move(written, file);
    }

    @AfterEach
    void noJvmIsLeft() {
        ForkedJobs.assertNoneLeft();
    }

    @Test
    void exitOfAMapperAndOfAReducerFailsTheirAttemptsOnly() throws Exception {
        Job job =
                ForkedJobs.mapOnly(
                        ForkedJobs.conf(directory), directory, Leaves.class, "leave", "reduce");
        job.setReducerClass(LeavesToo.class);
        job.setNumReduceTasks(1);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(ForkedJobs.output(directory)).containsExactly("leave\t1", "reduce\t1");
        List<String> failures = ForkedJobs.failures(job);
        assertThat(failures).hasSize(2);
        assertThat(failures.get(0))
                .contains("ended with exit code 3 while it ran the attempt")
                .contains("this mapper leaves")
                .contains(directory.resolve("logs").toString());
        assertThat(failures.get(1)).contains("ended with exit code 4 while it ran the attempt");
    }

    @Test
    void aJvmThatIsKilledCostsItsAttemptOnly() throws Exception {
        JobConf conf = ForkedJobs.conf(directory);
        Path pid = directory.resolve("pid");
        conf.set("test.pid", pid.toString());
        Job job = ForkedJobs.mapOnly(conf, directory, Waits.class, "one");
        job.submit();
        Await.until("the mapper runs", () -> Files.exists(pid));
        kill(pid);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(ForkedJobs.output(directory)).containsExactly("0\tone");
        assertThat(ForkedJobs.failures(job))
                .singleElement()
                .asString()
                .contains("exit code 137 (signal 9, SIGKILL");
    }

    @Test
    void aKilledJobEndsItsJvms() throws Exception {
        JobConf conf = ForkedJobs.conf(directory);
        Path pid = directory.resolve("pid");
        conf.set("test.pid", pid.toString());
        Job job = ForkedJobs.mapOnly(conf, directory, Waits.class, "one");
        job.submit();
        Await.until("the mapper runs", () -> Files.exists(pid));
        job.killJob();
        job.waitForCompletion(false);
        assertThat(job.getStatus().getState()).isEqualTo(JobStatus.State.KILLED);
        assertThat(alive(pid)).isFalse();
        assertThat(directory.resolve("out")).isEmptyDirectory();
    }

    @Test
    void anAttemptThatHangsIsEndedWithItsJvm() throws Exception {
        JobConf conf = ForkedJobs.conf(directory);
        conf.set("test.pid", directory.resolve("pid").toString());
        conf.setInt("mapreduce.task.timeout", 10_000);
        conf.setInt("mapreduce.task.timeout.check-interval-ms", 100);
        Job job = ForkedJobs.mapOnly(conf, directory, Waits.class, "one");
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(ForkedJobs.failures(job))
                .isNotEmpty()
                .allMatch(failure -> failure.contains("Timed out after"));
        assertThat(alive(directory.resolve("pid"))).isFalse();
    }

    @Test
    void lackOfMemoryFailsTheAttempt() throws Exception {
        JobConf conf = ForkedJobs.conf(directory);
        conf.setInt("mapreduce.map.maxattempts", 1);
        Job job = ForkedJobs.mapOnly(conf, directory, Greedy.class, "one");
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(ForkedJobs.failures(job))
                .singleElement()
                .asString()
                .contains("java.lang.OutOfMemoryError: Java heap space");
    }

    @Test
    void whatUserCodeThrowsIsToldWithItsStack() throws Exception {
        JobConf conf = ForkedJobs.conf(directory);
        conf.setInt("mapreduce.map.maxattempts", 1);
        Job job = ForkedJobs.mapOnly(conf, directory, Throws.class, "one");
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getStatus().getFailureInfo()).contains("deep down: one");
        assertThat(ForkedJobs.failures(job))
                .singleElement()
                .asString()
                .contains("Caused by: java.lang.IllegalStateException: bad line")
                .contains("Caused by: java.io.IOException: deep down: one")
                .contains("at " + Throws.class.getName() + ".map(ForkedDeathTest.java:");
    }

    @Test
    void optionsThatNoJvmTakesAreNamed() throws Exception {
        JobConf conf = ForkedJobs.conf(directory);
        conf.set("mapreduce.map.java.opts", "-Xnonsense");
        conf.setInt("mapreduce.map.maxattempts", 1);
        Job job = ForkedJobs.mapOnly(conf, directory, Waits.class, "one");
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(ForkedJobs.failures(job))
                .singleElement()
                .asString()
                .contains("the JVM for map tasks did not start: exit code 1")
                .contains("-Xnonsense")
                .contains("mapreduce.map.java.opts");
    }

    static void kill(Path pid) throws IOException {
        ProcessHandle.of(Long.parseLong(Files.readString(pid))).orElseThrow().destroyForcibly();
    }

    private static boolean alive(Path pid) throws IOException {
        return ProcessHandle.of(Long.parseLong(Files.readString(pid)))
                .map(ProcessHandle::isAlive)
                .orElse(false);
    }
}
