package io.millrace.hadoop.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.jobs.SyntheticInput;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a job bears of its tasks, and what it does not (contract section 13). */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
@Sampled(oneIn = 3)
final class LimitsTest {
    private static final int RECORDS = 10;

    @AfterEach
    void leavesNothing() throws Exception {
        NothingLeft.check();
    }

    @ParameterizedTest
    @CsvSource({
        "MAP, 25, SUCCEEDED",
        "MAP, 24, FAILED",
        "REDUCE, 25, SUCCEEDED",
        "REDUCE, 24, FAILED"
    })
    void asManyTasksMayFailAsTheJobSays(TaskType type, int percent, State expected)
            throws Exception {
        Trial trial = trial();
        Job job = newJob(trial, 4, 4);
        job.setMapperClass(FailingMapper.class);
        job.setReducerClass(FailingReducer.class);
        job.setMaxMapAttempts(1);
        job.setMaxReduceAttempts(1);
        job.getConfiguration().set("test.fails", type.name());
        job.getConfiguration()
                .setInt(
                        type == TaskType.MAP
                                ? "mapreduce.map.failures.maxpercent"
                                : "mapreduce.reduce.failures.maxpercent",
                        percent);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(expected);
        if (expected == State.SUCCEEDED) {
            boolean map = type == TaskType.MAP;
            // Keys are the numbers of splits, so that each reduce task has those of one map task.
            assertThat(end.files().lines("part-r-"))
                    .containsExactlyInAnyOrder("0\t" + RECORDS, "2\t" + RECORDS, "3\t" + RECORDS);
            assertThat(end.files().names())
                    .filteredOn(name -> name.startsWith("part-r-"))
                    .hasSize(map ? 4 : 3);
            assertThat(
                            end.counter(
                                    map
                                            ? JobCounter.NUM_FAILED_MAPS
                                            : JobCounter.NUM_FAILED_REDUCES))
                    .isEqualTo(1);
            assertThat(end.counter(TaskCounter.REDUCE_INPUT_RECORDS)).isEqualTo(3L * RECORDS);
        }
    }

    /** Fails in task 1. */
    public static final class FailingMapper
            extends Mapper<IntWritable, LongWritable, IntWritable, LongWritable> {
        @Override
        protected void cleanup(Context context) throws IOException {
            failIfAsked(context, "MAP");
        }
    }

    /** Counts; fails in task 1. */
    public static final class FailingReducer
            extends Reducer<IntWritable, LongWritable, IntWritable, LongWritable> {
        @Override
        protected void reduce(IntWritable key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            long count = 0;
            for (LongWritable value : values) {
                count += value.get() >= 0 ? 1 : 0;
            }
            context.write(key, new LongWritable(count));
        }

        @Override
        protected void cleanup(Context context) throws IOException {
            failIfAsked(context, "REDUCE");
        }
    }

    private static void failIfAsked(TaskInputOutputContext<?, ?, ?, ?> context, String type)
            throws IOException {
        if (type.equals(context.getConfiguration().get("test.fails"))
                && context.getTaskAttemptID().getTaskID().getId() == 1) {
            throw new IOException("task 1 fails always");
        }
    }

    @Test
    void aJobThatHasFailedDoesNotWaitForItsOtherTasks() throws Exception {
        Trial trial = trial();
        Job job = newJob(trial, 2, 1);
        job.setMapperClass(OneFailsOneWaits.class);
        job.setMaxMapAttempts(1);
        job.getConfiguration().setInt("millrace.map.threads", 2);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).isEqualTo(State.FAILED);
        assertThat(end.failure()).contains("task 1 fails always");
        assertThat(end.ended(TaskType.MAP)).containsExactlyInAnyOrder("TIPFAILED", "KILLED");
    }

    /** Task 0 waits for an interrupt; task 1 fails. */
    public static final class OneFailsOneWaits
            extends Mapper<IntWritable, LongWritable, IntWritable, LongWritable> {
        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            if (context.getTaskAttemptID().getTaskID().getId() == 1) {
                throw new IOException("task 1 fails always");
            }
            new CountDownLatch(1).await();
        }
    }

    @Test
    void anAttemptThatOnlyCountsIsAlive() throws Exception {
        Trial trial = trial();
        Job job = newJob(trial, 1, 0);
        job.setMapperClass(OnlyCounting.class);
        job.setMaxMapAttempts(1);
        job.getConfiguration().setInt("mapreduce.task.timeout", 1500);
        job.getConfiguration().setInt("mapreduce.task.timeout.check-interval-ms", 100);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
    }

    /** Increments a counter of the new API for twice the time-out. */
    public static final class OnlyCounting
            extends Mapper<IntWritable, LongWritable, IntWritable, LongWritable> {
        @Override
        protected void setup(Context context) throws InterruptedException {
            CountDownLatch never = new CountDownLatch(1);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
            while (System.nanoTime() < end) {
                context.getCounter("limits", "signs of life").increment(1);
                if (never.await(5, TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException("nobody counts this down");
                }
            }
        }
    }

    @Test
    void anAttemptMayNotWriteMoreToLocalFilesThanTheJobAllows() throws Exception {
        Trial trial = trial();
        Job job = newJob(trial, 1, 0);
        job.setMapperClass(WritingMuch.class);
        job.setMaxMapAttempts(1);
        job.getConfiguration().setLong("mapreduce.task.local-fs.write-limit.bytes", 200_000);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).isEqualTo(State.FAILED);
        assertThat(end.failure()).contains("too much write to local file system");
        job = newJob(trial, 1, 0);
        job.setMapperClass(WritingMuch.class);
        job.getConfiguration().setLong("mapreduce.task.local-fs.write-limit.bytes", 900_000);
        org.apache.hadoop.fs.Path other =
                new org.apache.hadoop.fs.Path(trial.jobRun().output() + "-2");
        FileOutputFormat.setOutputPath(job, other);
        assertThat(trial.finish(job).state()).isEqualTo(State.SUCCEEDED);
    }

    /** Writes half a megabyte beside its output. */
    public static final class WritingMuch
            extends Mapper<IntWritable, LongWritable, IntWritable, LongWritable> {
        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            org.apache.hadoop.fs.Path side =
                    new org.apache.hadoop.fs.Path(
                            FileOutputFormat.getWorkOutputPath(context), "side");
            try (OutputStream out = side.getFileSystem(context.getConfiguration()).create(side)) {
                out.write(new byte[500_000]);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aTaskThatFillsTheHeapFailsAndTheEngineGoesOn(boolean inMapper) throws Exception {
        Trial trial = trial();
        Job job = newJob(trial, 2, 1);
        job.setMapperClass(inMapper ? GreedyMapper.class : Mapper.class);
        job.setReducerClass(inMapper ? Reducer.class : GreedyReducer.class);
        job.setMaxMapAttempts(1);
        job.setMaxReduceAttempts(1);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).isEqualTo(State.FAILED);
        assertThat(end.everything()).contains("OutOfMemoryError");
        SameAsLocal.check(WordCounts.small(), EngineSetup.PLAIN);
    }

    /** Takes all memory there is. */
    public static final class GreedyMapper
            extends Mapper<IntWritable, LongWritable, IntWritable, LongWritable> {
        @Override
        protected void setup(Context context) {
            context.getCounter("limits", "megabytes").increment(takeAll());
        }
    }

    /** Takes all memory there is. */
    public static final class GreedyReducer
            extends Reducer<IntWritable, LongWritable, IntWritable, LongWritable> {
        @Override
        protected void setup(Context context) {
            context.getCounter("limits", "megabytes").increment(takeAll());
        }
    }

    private static int takeAll() {
        List<byte[]> taken = new ArrayList<>();
        while (taken.size() < Integer.MAX_VALUE) {
            taken.add(new byte[1 << 20]);
        }
        return taken.size();
    }

    private static Trial trial() {
        return Trial.over("limits", Workspace.directory("no-input"), EngineSetup.PLAIN);
    }

    private static Job newJob(Trial trial, int maps, int reduces) throws Exception {
        Job job = trial.jobRun().newJob("limits");
        SyntheticInput.set(job.getConfiguration(), maps, RECORDS);
        job.setInputFormatClass(SyntheticInput.class);
        job.setOutputKeyClass(IntWritable.class);
        job.setOutputValueClass(LongWritable.class);
        job.setNumReduceTasks(reduces);
        return job;
    }
}
