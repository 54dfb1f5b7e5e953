package io.millrace.hadoop.same;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.jobs.SyntheticInput;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.Framework;
import io.millrace.hadoop.testing.JobRun;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import io.millrace.verify.OutputTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
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

/** A combiner that serves as the partial reducer changes what reducers read, and no result. */
@SuppressWarnings("rawtypes") // as in Hadoop's signatures
@Sampled(oneIn = 2)
final class CombinerAgainTest {

    /** A property of the process, as each attempt may have its own copy of these classes. */
    private static final String MAY_END = "millrace.test.last.map.may.end";

    private static final String WAITS = "test.waits";
    private static final int MAPS = 40;
    private static final int RECORDS = 3000;
    private static final int REDUCES = 3;

    /** Each task has the same keys, once each. One task may wait at its end. */
    static final class SameKeys extends Mapper<IntWritable, LongWritable, Text, LongWritable> {

        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            context.write(new Text("key " + number.get() % RECORDS), number);
        }

        @Override
        protected void cleanup(Context context) throws InterruptedException {
            boolean waits = context.getConfiguration().getBoolean(WAITS, false);
            if (waits && context.getTaskAttemptID().getTaskID().getId() == 0) {
                Await.until(
                        "the combiner has worked again", () -> System.getProperty(MAY_END) != null);
            }
        }
    }

    /** Counts values: with fewer of them, it puts out something else. */
    static final class CountsValues extends Reducer<Text, LongWritable, Text, LongWritable> {

        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            long count = 0;
            for (LongWritable value : values) {
                count += value.get() == Long.MIN_VALUE ? 0 : 1;
            }
            context.write(key, new LongWritable(count));
        }
    }

    private static Job job(JobRun run, Class<? extends Reducer> reducer) throws Exception {
        Job job = run.newJob("combiner again");
        SyntheticInput.set(job.getConfiguration(), MAPS, RECORDS);
        job.setInputFormatClass(SyntheticInput.class);
        job.setMapperClass(SameKeys.class);
        job.setCombinerClass(LongSumReducer.class);
        job.setReducerClass(reducer);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        job.setNumReduceTasks(REDUCES);
        return job;
    }

    private static Trial trial(Memory memory) throws IOException {
        return Trial.over(
                "combiner-again", Workspace.directory("no-input"), EngineSetup.PLAIN.with(memory));
    }

    /** What Hadoop's local runner puts out. */
    private static List<String> expected(Class<? extends Reducer> reducer) throws Exception {
        JobConf conf = Framework.LOCAL.newConf();
        java.nio.file.Path output = Workspace.directory("combiner-again-local").resolve("out");
        JobRun run =
                new JobRun(
                        conf,
                        new org.apache.hadoop.fs.Path(Workspace.directory("no-input").toUri()),
                        new org.apache.hadoop.fs.Path(output.toUri()));
        assertThat(job(run, reducer).waitForCompletion(false)).isTrue();
        return lines(OutputTree.read(run.output()));
    }

    private static List<String> lines(OutputTree files) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int part = 0; part < REDUCES; part++) {
            lines.addAll(files.lines("part-r-0000" + part));
        }
        return lines;
    }

    @AfterEach
    void letNobodyEnd() {
        System.clearProperty(MAY_END);
    }

    @ParameterizedTest
    @CsvSource({"4m,auto,none", "4m,auto,slot", "64m,eager,none"})
    void sumsOfIntegersAreAddedUpAgain(String memory, String mode, String isolation)
            throws Exception {
        Trial trial = trial(Memory.TINY);
        Job job = job(trial.jobRun(), LongSumReducer.class);
        job.getConfiguration().set("millrace.memory.max", memory);
        job.getConfiguration().setBoolean(WAITS, true);
        job.getConfiguration().set("millrace.partial.reduce", mode);
        job.getConfiguration().set("millrace.task.isolation", isolation);
        // Each record is then combined once in its map task, and more often only in rounds.
        job.getConfiguration().set("millrace.combiner", "always");
        job.getConfiguration().set("millrace.partial.max.ratio", "1"); // however fast the disk is
        job.submit();
        long emitted = (long) MAPS * RECORDS;
        try {
            Await.until("the combiner has worked again", () -> combined(job) > emitted);
        } finally {
            System.setProperty(MAY_END, "");
        }
        Trial.End end = trial.await(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        assertThat(lines(end.files())).isEqualTo(expected(LongSumReducer.class));
        long in = end.counter(TaskCounter.COMBINE_INPUT_RECORDS);
        long out = end.counter(TaskCounter.COMBINE_OUTPUT_RECORDS);
        assertThat(end.counter(TaskCounter.REDUCE_INPUT_RECORDS))
                .isEqualTo(emitted - in + out)
                .isLessThan(emitted);
        assertThat(end.counter("Millrace Partial Reduce", "Input records")).isZero();
    }

    private static long combined(Job job) throws IOException {
        return job.getCounters().findCounter(TaskCounter.COMBINE_INPUT_RECORDS).getValue();
    }

    @Test
    void aReducerThatWouldSeeItGetsWhatTheMapTasksMade() throws Exception {
        Trial trial = trial(Memory.TINY);
        Trial.End end = trial.finish(job(trial.jobRun(), CountsValues.class));
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        assertThat(lines(end.files())).isEqualTo(expected(CountsValues.class));
        assertThat(end.counter(TaskCounter.REDUCE_INPUT_RECORDS)).isEqualTo(MAPS * RECORDS);
    }
}
