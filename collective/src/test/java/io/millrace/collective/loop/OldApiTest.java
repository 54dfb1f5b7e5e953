package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
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

/** Loops over mappers and reducers of the old API. */
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

        assertThat(Loops.text(loop.run())).isEqualTo(expected());
        assertThat(loop.counters().findCounter("test", SPLITS).getValue())
                .isEqualTo(ITERATIONS * Loops.SPLITS);
        assertThat(loop.counters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue())
                .isEqualTo(ITERATIONS * LINES);
        assertThat(loop.counters().findCounter("test", "keys").getValue() > 0).isEqualTo(reduces);
    }

    private static List<String> expected() {
        long value = 0;
        for (int i = 0; i < ITERATIONS; i++) {
            value = LINES / 10 * (value + 1);
        }
        String[] text = new String[11];
        java.util.Arrays.fill(text, Long.toString(value));
        text[10] = Integer.toString(Loops.SPLITS);
        for (int key = 0; key < text.length; key++) {
            text[key] = key + "=" + text[key];
        }
        return List.of(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"all-reduce", "none"})
    void classesOfTheOldApiInTheJobAreRefusedByName(String pattern) throws Exception {
        Job job = loops.job("millrace", "millrace.collective.pattern", pattern);
        ((JobConf) job.getConfiguration()).setInputFormat(TextInputFormat.class);

        assertThatThrownBy(() -> IterativeJob.over(job).repeat(step(false)).atMost(1).run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "mapred.input.format.class is " + TextInputFormat.class.getName());
    }

    @Test
    void aStepThatNamesAMapperByItsOldKeyIsToldHowToDoIt() throws Exception {
        Step wrong = step(false).set("mapred.mapper.class", Modulo.class.getName());
        assertThatThrownBy(() -> IterativeJob.over(loops.job("millrace")).repeat(wrong).run())
                .hasMessageContaining("mapOld");
    }
}
