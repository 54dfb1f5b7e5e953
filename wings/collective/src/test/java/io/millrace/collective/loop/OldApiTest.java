package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import io.millrace.testing.Sampled;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobConfigurable;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Partitioner;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.TextInputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops whose classes are of the old API. */
@Sampled(oneIn = 3)
class OldApiTest {

    private static final int LINES = 600;
    private static final int ITERATIONS = 3;
    private static final String SPLITS = "splits begun";

    @TempDir Path folder;
    private Loops loops;

    @BeforeEach
    void makeInput() throws Exception {
        loops = new Loops(folder);
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        loops.assertNothingLeft();
    }

    /** (index modulo 10, what the key had before and one more), and of 10 when it is closed. */
    public static final class Modulo extends MapReduceBase
            implements Mapper<LongWritable, Text, IntWritable, LongWritable> {

        private DynamicData before;
        private OutputCollector<IntWritable, LongWritable> output;

        @Override
        public void configure(JobConf conf) {
            try {
                before = DynamicData.of(conf);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void map(
                LongWritable at,
                Text line,
                OutputCollector<IntWritable, LongWritable> collector,
                Reporter reporter)
                throws IOException {
            if (output == null && ((FileSplit) reporter.getInputSplit()).getStart() >= 0) {
                reporter.incrCounter("test", SPLITS, 1);
            }
            output = collector;
            IntWritable key =
                    new IntWritable(Integer.parseInt(line.toString().split("\t", -1)[0]) % 10);
            LongWritable last = (LongWritable) before.find(key);
            collector.collect(key, new LongWritable(1 + (last == null ? 0 : last.get())));
        }

        @Override
        public void close() throws IOException {
            output.collect(new IntWritable(10), new LongWritable(1));
        }
    }

    /** (key, sum of its values). */
    public static final class Sum extends MapReduceBase
            implements Reducer<IntWritable, LongWritable, IntWritable, LongWritable> {

        @Override
        public void reduce(
                IntWritable key,
                Iterator<LongWritable> values,
                OutputCollector<IntWritable, LongWritable> output,
                Reporter reporter)
                throws IOException {
            long sum = 0;
            while (values.hasNext()) {
                sum += values.next().get();
            }
            reporter.getCounter("test", "keys").increment(1);
            output.collect(key, new LongWritable(sum));
        }
    }

    private static Step step(boolean reduces) {
        Step step = Step.mapOld(Modulo.class, IntWritable.class, LongWritable.class);
        return reduces
                ? step.combineOld(Sum.class)
                        .reduceOld(Sum.class, IntWritable.class, LongWritable.class)
                : step.allReduce(NumberOperation.SUM);
    }

    @ParameterizedTest
    @CsvSource({
        "millrace, all-reduce, false",
        "millrace, merge-broadcast, true",
        "millrace, none, false",
        "millrace, none, true",
        "local, none, true"
    })
    void aLoopComesToTheSameAsWithTheNewApi(String framework, String pattern, boolean reduces)
            throws Exception {
        Job job = loops.job(framework, "millrace.collective.pattern", pattern);
        IterativeJob loop = IterativeJob.over(job).repeat(step(reduces)).atMost(ITERATIONS);

        assertThat(Loops.text(loop.run())).isEqualTo(expected(Loops.SPLITS));
        assertThat(loop.counters().findCounter("test", SPLITS).getValue())
                .isEqualTo(ITERATIONS * Loops.SPLITS);
        assertThat(loop.counters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue())
                .isEqualTo(ITERATIONS * LINES);
        assertThat(loop.counters().findCounter("test", "keys").getValue() > 0).isEqualTo(reduces);
    }

    private static List<String> expected(int splits) {
        long value = 0;
        for (int i = 0; i < ITERATIONS; i++) {
            value = LINES / 10 * (value + 1);
        }
        String[] text = new String[11];
        java.util.Arrays.fill(text, Long.toString(value));
        text[10] = Integer.toString(splits);
        for (int key = 0; key < text.length; key++) {
            text[key] = key + "=" + text[key];
        }
        return List.of(text);
    }

    private JobConf oldJob(String framework, String... settings) throws Exception {
        JobConf conf = (JobConf) loops.job(framework, settings).getConfiguration();
        conf.setNumMapTasks(Loops.SPLITS); // which is what the old API cuts by
        return conf;
    }

    /** Hadoop's local runner asks for one map task whatever a job says. */
    @ParameterizedTest
    @CsvSource({
        "millrace, all-reduce, false, " + Loops.SPLITS,
        "millrace, merge-broadcast, true, " + Loops.SPLITS,
        "millrace, none, true, " + Loops.SPLITS,
        "local, none, true, 1"
    })
    void aLoopMayReadWhatAJobOfTheOldApiReads(
            String framework, String pattern, boolean reduces, int splits) throws Exception {
        JobConf job = oldJob(framework, "millrace.collective.pattern", pattern);
        job.setInputFormat(TextInputFormat.class);
        IterativeJob loop = IterativeJob.over(job).repeat(step(reduces)).atMost(ITERATIONS);

        assertThat(Loops.text(loop.run())).isEqualTo(expected(splits));
        assertThat(loop.counters().findCounter("test", SPLITS).getValue())
                .isEqualTo((long) ITERATIONS * splits);
    }

    /** Every fifth number from that of the split, as what the lines begin with. */
    public static final class Stripes implements InputFormat<LongWritable, Text>, JobConfigurable {

        private int lines;

        @Override
        public void configure(JobConf conf) {
            lines = conf.getInt("test.lines", 0);
        }

        @Override
        public InputSplit[] getSplits(JobConf conf, int hint) {
            InputSplit[] splits = new InputSplit[5];
            for (int i = 0; i < splits.length; i++) {
                splits[i] = new Stripe();
                ((Stripe) splits[i]).first = i;
            }
            return splits;
        }

        @Override
        public RecordReader<LongWritable, Text> getRecordReader(
                InputSplit split, JobConf conf, Reporter reporter) {
            int first = ((Stripe) split).first;
            return new RecordReader<>() {
                private int next = first;

                @Override
                public boolean next(LongWritable key, Text value) {
                    key.set(next);
                    value.set(next + "\t");
                    boolean more = next < lines;
                    next += 5;
                    reporter.incrCounter("test", "reads", 1);
                    return more;
                }

                @Override
                public LongWritable createKey() {
                    return new LongWritable();
                }

                @Override
                public Text createValue() {
                    return new Text();
                }

                @Override
                public long getPos() {
                    return next;
                }

                @Override
                public float getProgress() {
                    return 0;
                }

                @Override
                public void close() {}
            };
        }
    }

    /** A split that is no part of a file. */
    public static final class Stripe implements InputSplit {

        private int first;

        @Override
        public long getLength() {
            return 1;
        }

        @Override
        public String[] getLocations() {
            return new String[0];
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(first);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            first = in.readInt();
        }
    }

    /** (first number of the split, sum of the lengths of lines). */
    public static final class OfStripe extends MapReduceBase
            implements Mapper<LongWritable, Text, IntWritable, LongWritable> {

        @Override
        public void map(
                LongWritable at,
                Text line,
                OutputCollector<IntWritable, LongWritable> output,
                Reporter reporter)
                throws IOException {
            int first = ((Stripe) reporter.getInputSplit()).first;
            output.collect(new IntWritable(first), new LongWritable(at.get()));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "millrace, all-reduce, 128m, 1",
        "millrace, all-reduce, 1m, 3",
        "millrace, none, 128m, 3",
        "local, none, 128m, 3"
    })
    void splitsOfTheOldApiMayBeOfAnyClass(
            String framework, String pattern, String memory, int timesRead) throws Exception {
        int lines = 100_000;
        JobConf job =
                oldJob(
                        framework,
                        "millrace.collective.pattern",
                        pattern,
                        "millrace.memory.max",
                        memory,
                        "test.lines",
                        Integer.toString(lines));
        job.setInputFormat(Stripes.class);
        Step step =
                Step.mapOld(OfStripe.class, IntWritable.class, LongWritable.class)
                        .allReduce(NumberOperation.SUM);
        IterativeJob loop = IterativeJob.over(job).repeat(step).atMost(ITERATIONS);

        List<String> sums = new ArrayList<>();
        for (long first = 0; first < 5; first++) {
            long last = lines - 5 + first;
            sums.add(first + "=" + (first + last) * (lines / 5) / 2);
        }
        assertThat(Loops.text(loop.run())).isEqualTo(sums);
        // What was read until memory was full counts too, but is not all.
        assertThat(loop.counters().findCounter("test", "reads").getValue() / (lines + 5))
                .isEqualTo(timesRead);
    }

    /** Ranges of keys, as many as there are partitions; the last key has one less. */
    public static final class Ranges implements Partitioner<IntWritable, LongWritable> {

        private int keys;

        @Override
        public void configure(JobConf conf) {
            keys = conf.getInt("test.keys", 0);
        }

        @Override
        public int getPartition(IntWritable key, LongWritable value, int partitions) {
            return Math.min(partitions - 1, key.get() * partitions / keys);
        }
    }

    /** The same in the new API. */
    public static final class NewRanges
            extends org.apache.hadoop.mapreduce.Partitioner<IntWritable, LongWritable> {

        @Override
        public int getPartition(IntWritable key, LongWritable value, int partitions) {
            return Math.min(partitions - 1, key.get() * partitions / 10);
        }
    }

    /** (key, number of the reducer). */
    public static final class Place extends MapReduceBase
            implements Reducer<IntWritable, LongWritable, IntWritable, LongWritable> {

        private int partition;

        @Override
        public void configure(JobConf conf) {
            partition = conf.getInt("mapreduce.task.partition", -1);
        }

        @Override
        public void reduce(
                IntWritable key,
                Iterator<LongWritable> values,
                OutputCollector<IntWritable, LongWritable> output,
                Reporter reporter)
                throws IOException {
            output.collect(key, new LongWritable(partition));
        }
    }

    @ParameterizedTest
    @CsvSource({"millrace, merge-broadcast", "millrace, none", "local, none"})
    void aPartitionerOfTheOldApiSaysWhichReducerAKeyGoesTo(String framework, String pattern)
            throws Exception {
        assertThat(places(framework, pattern, placing().partitionOld(Ranges.class)))
                .isEqualTo(places(framework, pattern, placing().partition(NewRanges.class)))
                .contains("0=0", "4=0", "5=1", "9=1");
    }

    private static Step placing() {
        return Step.mapOld(Modulo.class, IntWritable.class, LongWritable.class)
                .reduceOld(Place.class, IntWritable.class, LongWritable.class)
                .set("test.keys", "10");
    }

    private List<String> places(String framework, String pattern, Step step) throws Exception {
        Job job = loops.job(framework, "millrace.collective.pattern", pattern);
        return Loops.text(IterativeJob.over(job).repeat(step).atMost(2).run());
    }

    @ParameterizedTest
    @ValueSource(strings = {"reduce-scatter", "none"})
    void aPartitionerOfTheOldApiSaysWhichMapTaskIsTold(String pattern) throws Exception {
        assertThat(places("millrace", pattern, scattering().partitionOld(Ranges.class)))
                .isEqualTo(places("millrace", pattern, scattering().partition(NewRanges.class)))
                .isNotEqualTo(places("millrace", pattern, scattering()));
    }

    private static Step scattering() {
        return Step.mapOld(Modulo.class, IntWritable.class, LongWritable.class)
                .reduceScatter(NumberOperation.SUM)
                .set("test.keys", "10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"all-reduce", "none"})
    void classesOfTheOldApiInAJobOfTheNewOneAreRefusedByName(String pattern) throws Exception {
        Job job = loops.job("millrace", "millrace.collective.pattern", pattern);
        ((JobConf) job.getConfiguration()).setInputFormat(TextInputFormat.class);

        assertThatThrownBy(() -> IterativeJob.over(job).repeat(step(false)).atMost(1).run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "mapred.input.format.class is " + TextInputFormat.class.getName())
                .hasMessageContaining("over the JobConf");
    }

    @Test
    void aStepThatNamesAMapperByItsOldKeyIsToldHowToDoIt() throws Exception {
        Step wrong = step(false).set("mapred.mapper.class", Modulo.class.getName());
        assertThatThrownBy(() -> IterativeJob.over(loops.job("millrace")).repeat(wrong).run())
                .hasMessageContaining("mapOld");
    }
}
