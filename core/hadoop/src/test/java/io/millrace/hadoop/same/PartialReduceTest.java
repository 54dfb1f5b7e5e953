package io.millrace.hadoop.same;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.hadoop.jobs.SyntheticInput;
import io.millrace.hadoop.partial.PartialReduce;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.lib.IdentityReducer;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job's partial reducer changes what reducers read, and no result. */
@Sampled(oneIn = 3)
final class PartialReduceTest {

    private static final String GROUP = "Millrace Partial Reduce";

    /** A property of the process, as each attempt may have its own copy of these classes. */
    private static final String CALLED = "millrace.test.partial.reducer.called";

    private static final String WAITS = "test.waits";
    private static final int KEYS = 500;
    private static final int MAPS = 40;
    private static final int RECORDS = 3000;
    private static final int REDUCES = 3;

    /** Scatters numbers; one task ends only after a partial reducer has been called. */
    static final class Waits extends Mapper<IntWritable, LongWritable, Text, LongWritable> {

        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            context.write(new Text("key " + number.get() * 7919 % KEYS), number);
        }

        @Override
        protected void cleanup(Context context) throws InterruptedException {
            boolean waits = context.getConfiguration().getBoolean(WAITS, false);
            if (waits && context.getTaskAttemptID().getTaskID().getId() == 0) {
                Await.until(
                        "a partial reducer is called", () -> System.getProperty(CALLED) != null);
            }
        }
    }

    static final class NewSums extends CombineCountsTest.Sums {

        @Override
        protected void setup(Context context) {
            System.setProperty(CALLED, "");
        }
    }

    /** Of the old API, and in a job of the new one. */
    static final class OldSums extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, LongWritable, Text, LongWritable> {

        private int partition;

        @Override
        public void configure(JobConf conf) {
            partition = conf.getInt("mapreduce.task.partition", -1);
            System.setProperty(CALLED, "");
        }

        @Override
        public void reduce(
                Text key,
                Iterator<LongWritable> values,
                OutputCollector<Text, LongWritable> out,
                Reporter reporter)
                throws IOException {
            if (Math.floorMod(key.hashCode(), REDUCES) != partition) {
                throw new IOException(key + " is not of partition " + partition);
            }
            long sum = 0;
            while (values.hasNext()) {
                sum += values.next().get();
            }
            reporter.incrCounter("test", "groups", 1);
            out.collect(key, new LongWritable(sum));
        }
    }

    private static Job job(Trial trial) throws Exception {
        Job job = trial.jobRun().newJob("partial reduce");
        SyntheticInput.set(job.getConfiguration(), MAPS, RECORDS);
        job.setInputFormatClass(SyntheticInput.class);
        job.setMapperClass(Waits.class);
        job.setPartitionerClass(CombineCountsTest.ByHash.class);
        job.setReducerClass(CombineCountsTest.Sums.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        job.setNumReduceTasks(REDUCES);
        return job;
    }

    private static Trial trial() throws IOException {
        return Trial.over(
                "partial-reduce",
                Workspace.directory("no-input"),
                EngineSetup.PLAIN.with(Memory.AMPLE));
    }

    private static Trial.End plain() throws Exception {
        Trial trial = trial();
        return trial.finish(job(trial));
    }

    private static List<String> lines(Trial.End end) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int part = 0; part < REDUCES; part++) {
            lines.addAll(end.files().lines("part-r-0000" + part));
        }
        return lines;
    }

    @AfterEach
    void forgetCalls() {
        System.clearProperty(CALLED);
    }

    @ParameterizedTest
    @CsvSource({"true,none", "false,none", "true,slot", "false,slot"})
    void reducersReadLessAndPutOutTheSame(boolean old, String isolation) throws Exception {
        Trial trial = trial();
        Job job = job(trial);
        job.getConfiguration().set("millrace.task.isolation", isolation);
        job.getConfiguration().setBoolean(WAITS, true);
        PartialReduce.set(job, old ? OldSums.class : NewSums.class);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        assertThat(lines(end)).isEqualTo(lines(plain()));
        long emitted = end.counter(TaskCounter.MAP_OUTPUT_RECORDS);
        long in = end.counter(GROUP, "Input records");
        long out = end.counter(GROUP, "Output records");
        assertThat(end.counter(TaskCounter.REDUCE_INPUT_RECORDS)).isEqualTo(emitted - in + out);
        assertThat(end.counter("test", "groups")).isEqualTo(old ? out : 0);
        assertThat(end.counter(TaskCounter.COMBINE_INPUT_RECORDS)).isZero();
    }

    @Test
    void aKnownSumIsAddedUpAsRecordsCome() throws Exception {
        Trial trial = trial();
        Job job = job(trial);
        PartialReduce.set(job, LongSumReducer.class);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        assertThat(lines(end)).isEqualTo(lines(plain()));
        long emitted = end.counter(TaskCounter.MAP_OUTPUT_RECORDS);
        long in = end.counter(GROUP, "Input records");
        long out = end.counter(GROUP, "Output records");
        assertThat(in).isGreaterThanOrEqualTo(emitted);
        assertThat(end.counter(TaskCounter.REDUCE_INPUT_RECORDS)).isEqualTo(emitted - in + out);
        assertThat(end.counter(TaskCounter.COMBINE_INPUT_RECORDS)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"true,none", "false,none", "true,slot", "false,slot"})
    void withLittleMemoryMapOutputIsReducedBeforeItIsSpilled(boolean old, String isolation)
            throws Exception {
        Trial trial =
                Trial.over(
                        "partial-reduce",
                        Workspace.directory("no-input"),
                        EngineSetup.PLAIN.with(Memory.TINY));
        Job job = job(trial);
        job.getConfiguration().set("millrace.task.isolation", isolation);
        job.getConfiguration().set("millrace.partial.max.ratio", "1"); // however fast the disk is
        PartialReduce.set(job, old ? OldSums.class : NewSums.class);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        assertThat(lines(end)).isEqualTo(lines(plain()));
        long emitted = end.counter(TaskCounter.MAP_OUTPUT_RECORDS);
        long in = end.counter(GROUP, "Input records");
        long out = end.counter(GROUP, "Output records");
        assertThat(in).isPositive();
        assertThat(end.counter(TaskCounter.REDUCE_INPUT_RECORDS)).isEqualTo(emitted - in + out);
        assertThat(end.counter("test", "groups")).isEqualTo(old ? out : 0);
    }

    @Test
    void inAJobWithACombinerTheResultsAreTheSame() throws Exception {
        Trial trial =
                Trial.over(
                        "partial-reduce",
                        Workspace.directory("no-input"),
                        EngineSetup.PLAIN.with(Memory.TINY));
        Job job = job(trial);
        job.setCombinerClass(NewSums.class);
        PartialReduce.set(job, OldSums.class);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        assertThat(lines(end)).isEqualTo(lines(plain()));
        assertThat(end.counter("test", "groups")).isEqualTo(end.counter(GROUP, "Output records"));
        long combined =
                end.counter(TaskCounter.COMBINE_INPUT_RECORDS)
                        - end.counter(TaskCounter.COMBINE_OUTPUT_RECORDS);
        long reduced = end.counter(GROUP, "Input records") - end.counter(GROUP, "Output records");
        assertThat(end.counter(TaskCounter.REDUCE_INPUT_RECORDS))
                .isEqualTo(end.counter(TaskCounter.MAP_OUTPUT_RECORDS) - combined - reduced);
    }

    @ParameterizedTest
    @ValueSource(classes = {Reducer.class, IdentityReducer.class})
    void aReducerThatEmitsWhatItIsGivenIsNotCalled(Class<?> reducer) throws Exception {
        Trial trial =
                Trial.over(
                        "partial-reduce",
                        Workspace.directory("no-input"),
                        EngineSetup.PLAIN.with(Memory.TINY));
        Job job = job(trial);
        PartialReduce.set(job, reducer);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        assertThat(lines(end)).isEqualTo(lines(plain()));
        assertThat(end.counter(GROUP, "Input records")).isZero();
    }

    @Test
    void aClassThatIsNotAReducerOrDoesNotExistIsRefused() throws Exception {
        Job job = job(trial());
        assertThatThrownBy(() -> PartialReduce.set(job, String.class))
                .hasMessageContaining("java.lang.String cannot be a partial reducer");
        Trial trial = trial();
        Job unknown = job(trial);
        unknown.getConfiguration().set("millrace.partial.reduce.class", "no.such.Reducer");
        assertThat(trial.finish(unknown).failure())
                .contains("millrace.partial.reduce.class names class no.such.Reducer");
    }
}
