package io.millrace.workers.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import io.millrace.workers.fork.ForkedJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskCompletionEvent.Status;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Workers that end before their job does, and attempts that are ended. */
@ExtendWith(NothingLeft.class)
@Sampled(oneIn = 4)
final class WorkerDeathTest {

    private static final int KEYS = 40;
    private static final int BLOCK_RECORDS = 400_000;

    @TempDir Path directory;

    /** Emits each word of the line, and halts its worker in the first attempt at one task. */
    static final class HaltsOnce extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            for (String word : line.toString().split(" ", -1)) {
                context.write(new Text(word), new LongWritable(1));
                if (context.getTaskAttemptID().getId() == 0 && word.equals("halt-map")) {
                    Runtime.getRuntime().halt(3);
                }
            }
        }
    }

    /** Sums, and halts its worker in the first attempt that has one key. */
    static final class HaltsToo extends Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (LongWritable value : values) {
                sum += value.get();
            }
            context.write(key, new LongWritable(sum));
            boolean first = context.getTaskAttemptID().getId() == 0;
            if (first && key.toString().equals(context.getConfiguration().get("test.halt.key"))) {
                Runtime.getRuntime().halt(4);
            }
        }
    }

    /**
     * Emits several blocks. The first attempt at one task waits for another worker's end, and that
     * at another task ends its worker.
     */
    static final class EmitsBlocks extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            for (int i = 0; i < BLOCK_RECORDS; i++) {
                context.write(new Text("w" + i % KEYS), new LongWritable(1));
            }
            Path emitted = Path.of(context.getConfiguration().get("test.file"));
            Path halts = emitted.resolveSibling("halts");
            boolean first = context.getTaskAttemptID().getId() == 0;
            if (first && line.toString().equals("emit")) {
                Files.createFile(emitted);
                Await.until("the other worker ends", () -> Files.exists(halts));
            } else if (first && line.toString().equals("halt")) {
                Await.until("the others have emitted", () -> Files.exists(emitted));
                Files.createFile(halts);
                Runtime.getRuntime().halt(3);
            }
        }
    }

    /** Waits in the first attempt until it is ended, and stops then or does not. */
    static final class Waits extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            context.write(line, new LongWritable(1));
            if (context.getTaskAttemptID().getId() == 0 && line.toString().equals("wait")) {
                Files.createFile(Path.of(context.getConfiguration().get("test.file")));
                boolean stops = context.getConfiguration().getBoolean("test.stops", true);
                while (!stops || !Thread.interrupted()) {
                    LockSupport.park();
                }
                throw new InterruptedException("as it should");
            }
        }
    }

    /** Halts its worker, or waits for its own end. */
    static final class HaltsOrWaits extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws InterruptedException {
            if (line.toString().equals("halt")) {
                Runtime.getRuntime().halt(3);
            }
            new CountDownLatch(1).await();
        }
    }

    /** Stops its worker, as a debugger or a user does, in the first attempt at one task. */
    static final class Stops extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            context.write(line, new LongWritable(1));
            if (context.getTaskAttemptID().getId() == 0 && line.toString().equals("stop")) {
                String own = Long.toString(ProcessHandle.current().pid());
                new ProcessBuilder("kill", "-STOP", own).start().waitFor();
            }
        }
    }

    static final class Throws extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context) {
            if (context.getTaskAttemptID().getId() == 0) {
                throw new IllegalStateException("bad line");
            }
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
        return conf;
    }

    private Job job(JobConf conf, Class<? extends Mapper<?, ?, ?, ?>> mapper, String... lines)
            throws IOException {
        Job job = ForkedJobs.mapOnly(conf, directory, mapper, lines);
        job.setReducerClass(HaltsToo.class);
        job.setNumReduceTasks(5);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        return job;
    }

    /** A line for each of some map tasks, all with the same words. */
    private static String[] lines(int tasks) {
        String words = String.join(" ", IntStream.range(0, KEYS).mapToObj(i -> "w" + i).toList());
        return Stream.generate(() -> words).limit(tasks).toArray(String[]::new);
    }

    private static List<String> sums(int tasks, String... more) {
        List<String> lines = new ArrayList<>(List.of(more));
        for (int i = 0; i < KEYS; i++) {
            lines.add("w" + i + "\t" + tasks);
        }
        lines.sort(null);
        return lines;
    }

    private void assertSucceeds(Job job, List<String> output) throws Exception {
        assertThat(job.waitForCompletion(false)).as(this::logs).isTrue();
        assertThat(ForkedJobs.output(directory)).isEqualTo(output);
    }

    private String logs() {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(directory.resolve("logs"))) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                all.append(each).append(":\n").append(Files.readString(each)).append('\n');
            }
        } catch (IOException e) {
            all.append(e);
        }
        return all.toString();
    }

    private static long events(Job job, Status status) throws Exception {
        long found = 0;
        for (TaskCompletionEvent each : job.getTaskCompletionEvents(0, 1000)) {
            found += each.getStatus() == status ? 1 : 0;
        }
        return found;
    }

    @Test
    void aWorkerThatEndsWhileItMapsIsReplaced() throws Exception {
        String[] lines = lines(6);
        lines[5] += " halt-map";
        Job job = job(conf(), HaltsOnce.class, lines);
        assertSucceeds(job, sums(6, "halt-map\t1"));
        assertThat(ForkedJobs.failures(job))
                .isNotEmpty()
                .allMatch(failure -> failure.contains("ended with exit code 3"));
        assertThat(job.getCounters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue())
                .isEqualTo(6);
        assertThat(job.getCounters().findCounter(TaskCounter.REDUCE_INPUT_RECORDS).getValue())
                .isEqualTo(6 * KEYS + 1);
    }

    /** Its map output was committed, so all of it is made again, and counts once. */
    @Test
    void aWorkerThatEndsWhileItReducesIsReplacedAndItsInputMadeAgain() throws Exception {
        JobConf conf = conf();
        conf.set("test.halt.key", "w" + Seeds.random("key").nextInt(KEYS));
        Job job = job(conf, HaltsOnce.class, lines(4));
        assertSucceeds(job, sums(4));
        assertThat(events(job, Status.OBSOLETE)).isEqualTo(4);
        assertThat(job.getCounters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue())
                .isEqualTo(4);
        assertThat(job.getCounters().findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue())
                .isEqualTo(4 * KEYS);
    }

    /** An attempt goes on whose first blocks are lost, and its output is made again. */
    @Test
    void aWorkerThatEndsAfterBlocksCameEarlyIsReplacedAndTheyAreMadeAgain() throws Exception {
        JobConf conf = conf();
        conf.set("millrace.exchange.overlap", "true");
        conf.set("millrace.sort.split.size", "64KB");
        conf.setInt("millrace.map.threads", 2); // one in each worker
        conf.setInt("millrace.workers.deaths", 1);
        conf.set("test.file", directory.resolve("emitted").toString());
        Job job = job(conf, EmitsBlocks.class, "emit", "halt");
        assertSucceeds(job, sums(2 * BLOCK_RECORDS / KEYS));
        assertThat(job.getCounters().findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue())
                .isEqualTo(2 * BLOCK_RECORDS);
        assertThat(job.getCounters().findCounter(TaskCounter.REDUCE_INPUT_RECORDS).getValue())
                .isEqualTo(2 * BLOCK_RECORDS);
    }

    @Test
    void moreDeathsThanAllowedFailTheJob() throws Exception {
        JobConf conf = conf();
        conf.setInt("millrace.workers.deaths", 0);
        String[] lines = lines(2);
        lines[1] += " halt-map";
        Job job = job(conf, HaltsOnce.class, lines);
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getStatus().getFailureInfo())
                .contains("1 workers of the job ended unexpectedly, and 0 may")
                .contains("millrace.workers.deaths")
                .contains("exit code 3");
    }

    /** No attempt that runs has to notice, and no failed task has to fail the job. */
    @Test
    void tooManyDeathsEndAttemptsThatWait() throws Exception {
        JobConf conf = conf();
        conf.setInt("millrace.workers.deaths", 0);
        conf.setInt("mapreduce.map.failures.maxpercent", 100);
        Job job = job(conf, HaltsOrWaits.class, "halt", "wait", "wait");
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getStatus().getFailureInfo())
                .contains("1 workers of the job ended unexpectedly");
    }

    /** Its connection does not end, and the attempts in it would wait for their time limits. */
    @Test
    void aWorkerThatIsStoppedIsReplaced() throws Exception {
        JobConf conf = conf();
        conf.setInt("millrace.exchange.silence.seconds", 2);
        Job job = job(conf, Stops.class, "stop", "not", "nor");
        assertSucceeds(job, List.of("nor\t1", "not\t1", "stop\t1"));
        assertThat(ForkedJobs.failures(job))
                .isNotEmpty()
                .allMatch(failure -> failure.contains("gave no sign of life for 5 s"));
        assertThat(job.getCounters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue())
                .isEqualTo(3);
    }

    @Test
    void anAttemptThatThrowsLeavesItsWorkerAlone() throws Exception {
        Job job = job(conf(), Throws.class, "one", "two");
        assertThat(job.waitForCompletion(false)).as(this::logs).isTrue();
        assertThat(ForkedJobs.failures(job))
                .hasSize(2)
                .allMatch(failure -> failure.contains("bad line"));
    }

    @Test
    void aHangingAttemptThatStopsLeavesItsWorkerAlone() throws Exception {
        assertHangingIsEnded(true);
    }

    @Test
    void aHangingAttemptThatDoesNotStopEndsItsWorker() throws Exception {
        assertHangingIsEnded(false);
    }

    private void assertHangingIsEnded(boolean stops) throws Exception {
        JobConf conf = conf();
        conf.set("test.file", directory.resolve("waits").toString());
        conf.setBoolean("test.stops", stops);
        conf.setInt("mapreduce.task.timeout", 5_000);
        conf.setInt("mapreduce.task.timeout.check-interval-ms", 100);
        conf.setInt("millrace.workers.deaths", stops ? 0 : 4);
        Job job = job(conf, Waits.class, "wait", "not");
        assertSucceeds(job, List.of("not\t1", "wait\t1"));
        assertThat(ForkedJobs.failures(job))
                .isNotEmpty()
                .anyMatch(failure -> failure.contains("Timed out after"));
    }

    @Test
    void aKilledJobEndsItsWorkers() throws Exception {
        JobConf conf = conf();
        Path waits = directory.resolve("waits");
        conf.set("test.file", waits.toString());
        Job job = job(conf, Waits.class, "wait", "not");
        job.submit();
        Await.until("the mapper waits", () -> Files.exists(waits));
        job.killJob();
        job.waitForCompletion(false);
        assertThat(job.getStatus().getState()).isEqualTo(JobStatus.State.KILLED);
        assertThat(directory.resolve("out")).isEmptyDirectory();
    }
}
