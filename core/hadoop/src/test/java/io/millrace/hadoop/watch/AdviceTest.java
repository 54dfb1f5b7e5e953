package io.millrace.hadoop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.Trial;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.junit.jupiter.api.Test;

/** The one thing that would make a job faster, of jobs that each lack one. */
@Sampled(oneIn = 3)
class AdviceTest {

    private static final String MAP_MILLIS = "test.map.millis";
    private static final String REDUCE_MILLIS = "test.reduce.millis";
    private static final int VALUES = 1000;
    private static final long MB = 1 << 20;

    /** (0 for most values and 1 to 3 for some, value) of a task that takes its time. */
    public static final class Slow extends Mapper<LongWritable, Text, IntWritable, Text> {

        @Override
        protected void map(LongWritable at, Text line, Context context)
                throws IOException, InterruptedException {
            work(context.getConfiguration().getInt(MAP_MILLIS, 0));
            for (int i = 0; i < VALUES; i++) {
                context.write(new IntWritable(i % 10 < 4 ? i % 10 : 0), line);
            }
        }
    }

    /** Takes longer for keys that have more values. */
    public static final class SlowReducer extends Reducer<IntWritable, Text, IntWritable, Text> {

        @Override
        protected void reduce(IntWritable key, Iterable<Text> values, Context context) {
            int share = key.get() == 0 ? 7 : 1;
            work(share * context.getConfiguration().getInt(REDUCE_MILLIS, 0) / 10);
        }
    }

    private static void work(int millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    /** A partition for each key. */
    public static final class ByKey extends Partitioner<IntWritable, Text> {

        @Override
        public int getPartition(IntWritable key, Text value, int partitions) {
            return key.get() % partitions;
        }
    }

    @Test
    void onlyJobsThatSucceededAfterASecondOrMoreGetAdvice() {
        assertThat(Advice.isDue(State.SUCCEEDED, 1e9)).isTrue();
        assertThat(Advice.isDue(State.SUCCEEDED, 0.9e9)).isFalse();
        assertThat(Advice.isDue(State.FAILED, 9e9)).isFalse();
        assertThat(Advice.isDue(State.KILLED, 9e9)).isFalse();
    }

    @Test
    void aMapTaskForTwoSlotsShouldBeMore() throws Exception {
        assertThat(advice(1, 2, 2000, 0))
                .contains("The input was split into 1 map task for 2 slots", "millrace.split.size");
    }

    @Test
    void aReduceTaskForTwoSlotsShouldBeMore() throws Exception {
        assertThat(advice(2, 1, 0, 2000))
                .contains("There was 1 reduce task for 2 slots", "mapreduce.job.reduces");
    }

    @Test
    void aPartitionThatTheOthersWaitForIsNamed() throws Exception {
        assertThat(advice(2, 4, 0, 4000))
                .contains(
                        "reduce-0",
                        "70 % of all bytes, and the key '0' alone 70 %",
                        "No partitioner divides a key");
    }

    @Test
    void aPartitionOfTwoLargeKeysIsAnsweredWithAPartitioner() throws Exception {
        assertThat(advice(2, 2, 0, 4000))
                .contains("reduce-0", "80 % of all bytes. A partitioner that spreads its keys");
    }

    private static String onSpills(String memoryMax) {
        Configuration conf = new Configuration(false);
        conf.set("millrace.memory.max", memoryMax);
        return Advice.onSpills(conf, 138 * MB, 600 * MB, 1000 * MB);
    }

    @Test
    void spillsAreAnsweredWithTheLimitOfRecordMemory() {
        assertThat(onSpills("24m"))
                .contains(
                        "138 MB were spilled to disk",
                        "millrace.memory.max limits record memory to 24 MB",
                        "A value of 163m, or none, avoids spills.");
        assertThat(onSpills("900m")).contains("with a heap to match (HADOOP_HEAPSIZE_MAX)");
        assertThat(onSpills("auto"))
                .contains("record memory is 600 MB", "A larger heap (HADOOP_HEAPSIZE_MAX)")
                .doesNotContain("millrace.memory.max");
    }

    @Test
    void aJobThatLacksNothingGetsNoAdvice() throws Exception {
        assertThat(advice(2, 2, 1000, 0)).isEmpty();
    }

    private static String advice(int maps, int reduces, int mapMillis, int reduceMillis)
            throws Exception {
        Path input =
                Trial.input(
                        "advice",
                        (folder, random) -> {
                            for (int i = 0; i < maps; i++) {
                                Files.writeString(folder.resolve("text-" + i), "a line\n");
                            }
                        });
        Trial trial = Trial.over("advice", input, EngineSetup.PLAIN);
        Job job = trial.jobRun().newJob("advice");
        job.getConfiguration().setInt("millrace.map.threads", 2);
        job.getConfiguration().setInt("millrace.reduce.threads", 2);
        job.getConfiguration().setInt(MAP_MILLIS, mapMillis);
        job.getConfiguration().setInt(REDUCE_MILLIS, reduceMillis);
        job.getConfiguration().setBoolean(KeepsTraces.KEY, true);
        job.setMapperClass(Slow.class);
        job.setReducerClass(SlowReducer.class);
        job.setPartitionerClass(ByKey.class);
        job.setMapOutputKeyClass(IntWritable.class);
        job.setMapOutputValueClass(Text.class);
        job.setNumReduceTasks(reduces);
        assertThat(trial.finish(job).state()).isEqualTo(State.SUCCEEDED);
        return KeepsTraces.of(job).advice();
    }
}
