package io.millrace.hadoop.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import java.io.DataInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Code of a job that never returns where the engine calls it: the job fails by its timeout, what
 * hung is named, and nobody else is kept waiting.
 */
@Sampled(oneIn = 3)
final class HungCodeTest {

    /** As many files as there may be threads that sort, and then some. */
    private static final int FILES = 6;

    private static final int TRIES = 2;

    /** Of a task's last try, the second. */
    private static final Set<TaskCompletionEvent.Status> FAILURES =
            EnumSet.of(TaskCompletionEvent.Status.FAILED, TaskCompletionEvent.Status.TIPFAILED);

    @TempDir Path directory;

    private static volatile CountDownLatch release = new CountDownLatch(0);

    /** Hangs on threads with such a name. */
    private static volatile String where = "";

    @BeforeEach
    void arm() {
        release = new CountDownLatch(1);
    }

    @AfterEach
    void letGo() throws Exception {
        release.countDown();
        NothingLeft.check();
    }

    private static void hangHere() {
        boolean here = Thread.currentThread().getName().startsWith(where);
        while (here && release.getCount() > 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            Thread.interrupted(); // deaf
        }
    }

    /** Does not say which key comes first. */
    public static final class Undecided extends LongWritable.Comparator {
        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            hangHere();
            return super.compare(a, aStart, aLength, b, bStart, bLength);
        }
    }

    /** Does not end to read itself. */
    public static final class Unread extends Text {
        @Override
        public void readFields(DataInput in) throws IOException {
            hangHere();
            super.readFields(in);
        }
    }

    /** Emits lines as what cannot be read. */
    public static final class Emitting extends Mapper<LongWritable, Text, LongWritable, Unread> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            Unread value = new Unread();
            value.set(line);
            context.write(key, value);
        }
    }

    /** Passes on what it reads. */
    public static final class Lines extends Mapper<LongWritable, Text, LongWritable, Text> {}

    /** Passes on what it reads. */
    public static final class Passing extends Reducer<LongWritable, Unread, LongWritable, Unread> {}

    @ParameterizedTest
    @CsvSource({
        "pull, millrace-sort, MAP",
        "push, millrace-sort, REDUCE",
        "hybrid, millrace-sort, REDUCE",
        "pull, millrace-reduce, REDUCE"
    })
    void aComparatorThatHangsFailsItsJobAndNoOther(String shuffle, String thread, TaskType kind)
            throws Exception {
        where = thread;
        Job job = job("hangs", Lines.class);
        job.getConfiguration().set("millrace.shuffle.kind", shuffle);
        job.setSortComparatorClass(Undecided.class);
        job.setMapOutputValueClass(Text.class);
        assertFailsAndNoOther(job, kind, "Undecided.compare");
    }

    @Test
    void aWritableThatHangsInACombinerFailsItsJobAndNoOther() throws Exception {
        where = "millrace-sort";
        Job job = job("hangs", Emitting.class);
        job.setCombinerClass(Passing.class);
        job.setMapOutputValueClass(Unread.class);
        assertFailsAndNoOther(job, TaskType.MAP, "Unread.readFields");
    }

    private void assertFailsAndNoOther(Job job, TaskType kind, String hung) throws Exception {
        job.submit();
        Await.until("the job's code hangs", () -> hangs(hung));
        Job other = job("other", Lines.class);
        other.setMapOutputValueClass(Text.class);
        other.submit();
        assertThat(other.waitForCompletion(false)).isTrue();
        Await.until("the job that hangs has ended", job::isComplete);

        assertThat(job.isSuccessful()).isFalse();
        assertThat(job.getStatus().getFailureInfo()).contains("Timed out after");
        List<TaskCompletionEvent> failed =
                Arrays.stream(job.getTaskCompletionEvents(0, 100))
                        .filter(event -> FAILURES.contains(event.getStatus()))
                        .toList();
        assertThat(failed)
                .hasSizeGreaterThanOrEqualTo(TRIES)
                .allMatch(event -> event.getTaskAttemptId().getTaskType() == kind);
        String diagnostics =
                String.join("", job.getTaskDiagnostics(failed.get(0).getTaskAttemptId()));
        assertThat(diagnostics).contains("Timed out after", hung);
        Job later = job("later", Lines.class);
        later.setMapOutputValueClass(Text.class);
        assertThat(later.waitForCompletion(false)).isTrue();
    }

    private static boolean hangs(String where) {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame ->
                        (frame.getClassName() + "." + frame.getMethodName()).endsWith(where));
    }

    /** Slow, but never silent for as long as a task may be. */
    public static final class Slow extends LongWritable.Comparator {
        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            return super.compare(a, aStart, aLength, b, bStart, bLength);
        }
    }

    @ParameterizedTest
    @CsvSource({"pull", "push"})
    void aSortThatGetsOnIsNoHangHoweverLongItTakes(String shuffle) throws Exception {
        Job job = job("slow", Lines.class);
        Files.writeString(directory.resolve("in").resolve("long"), "line\n".repeat(100));
        job.getConfiguration().set("millrace.shuffle.kind", shuffle);
        job.getConfiguration().setInt("mapreduce.map.maxattempts", 1);
        job.getConfiguration().setInt("mapreduce.reduce.maxattempts", 1);
        job.setSortComparatorClass(Slow.class);
        job.setMapOutputValueClass(Text.class);
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
    }

    private Job job(String name, Class<? extends Mapper<?, ?, ?, ?>> mapper) throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.setLong("mapreduce.task.timeout", 300);
        conf.setInt("mapreduce.task.timeout.check-interval-ms", 50);
        conf.setInt("mapreduce.task.exit.timeout", 100);
        conf.setInt("mapreduce.map.maxattempts", TRIES);
        conf.setInt("mapreduce.reduce.maxattempts", TRIES);
        Path input = directory.resolve("in");
        Files.createDirectories(input);
        for (int file = 0; file < FILES; file++) {
            Files.writeString(input.resolve("lines" + file), "one\ntwo\nthree\n");
        }
        Job job = ClientConf.mapOnly(conf, directory, mapper);
        FileOutputFormat.setOutputPath(
                job, new org.apache.hadoop.fs.Path(directory.resolve("out-" + name).toUri()));
        job.setJobName(name);
        job.setNumReduceTasks(1);
        job.setMapOutputKeyClass(LongWritable.class);
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(Text.class);
        return job;
    }
}
