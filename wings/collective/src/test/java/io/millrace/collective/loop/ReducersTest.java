package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps with reducers, in a gang: their records go through the engine's shuffle. */
@Sampled(oneIn = 4)
class ReducersTest {

    private static final int ITERATIONS = 2;

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

    private IterativeJob loop(Step step, String framework, String... settings) throws Exception {
        return IterativeJob.over(loops.job(framework, settings)).repeat(step).atMost(ITERATIONS);
    }

    /** Many records: (index modulo 7, where the record comes from and how it began). */
    public static final class Wordy extends Mapper<LongWritable, Text, IntWritable, Text> {

        private static final int RECORDS_OF_A_LINE = 400;

        private int before;

        @Override
        protected void setup(Context context) throws IOException {
            before = DynamicData.of(context).size();
        }

        @Override
        protected void map(LongWritable at, Text line, Context context)
                throws IOException, InterruptedException {
            int index = Integer.parseInt(line.toString().split("\t", -1)[0]);
            for (int i = 0; i < RECORDS_OF_A_LINE; i++) {
                context.write(
                        new IntWritable((index + i) % 7),
                        new Text(before + " " + index + " " + i + " " + "x".repeat(i % 60)));
            }
        }
    }

    /** A number that tells the values and their order. */
    public static class Digest extends Reducer<IntWritable, Text, IntWritable, LongWritable> {

        @Override
        protected void reduce(IntWritable key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            long digest = 0;
            for (Text value : values) {
                digest = 31 * digest + value.hashCode();
            }
            context.write(key, new LongWritable(digest));
        }
    }

    private static Step wordy() {
        return Step.map(Wordy.class, IntWritable.class, Text.class)
                .reduce(Digest.class, IntWritable.class, LongWritable.class);
    }

    private static long spilled(IterativeJob loop) {
        return count(loop, TaskCounter.SPILLED_RECORDS);
    }

    @ParameterizedTest
    @CsvSource({"millrace, 3", "millrace, 7", "local, 2"})
    void valuesComeInTheOrderOfPlainJobsFromMemoryAndFromDisk(String framework, String workers)
            throws Exception {
        LoopState plain = loop(wordy(), "millrace", "millrace.collective.pattern", "none").run();
        IterativeJob large =
                loop(
                        wordy(),
                        framework,
                        "millrace.collective.workers",
                        workers,
                        "millrace.memory.max",
                        "500m");
        assertThat(Loops.text(large.run())).isEqualTo(Loops.text(plain));
        assertThat(spilled(large)).isZero();
        IterativeJob small =
                loop(
                        wordy(),
                        "millrace",
                        "millrace.collective.workers",
                        workers,
                        "millrace.memory.max",
                        "4m"); // a quarter of the map output
        assertThat(Loops.text(small.run())).isEqualTo(Loops.text(plain));
        assertThat(spilled(small)).isPositive();
    }

    /** Backwards, and by a comparator that nobody knows. */
    public static final class Backwards extends WritableComparator {

        public Backwards() {
            super(IntWritable.class, true);
        }

        @Override
        public int compare(byte[] a, int aFrom, int aLength, byte[] b, int bFrom, int bLength) {
            return Integer.compare(readInt(b, bFrom), readInt(a, aFrom));
        }
    }

    /** Pairs of keys that follow one another are of one group. */
    public static final class Pairs extends WritableComparator {

        public Pairs() {
            super(IntWritable.class, true);
        }

        @Override
        public int compare(byte[] a, int aFrom, int aLength, byte[] b, int bFrom, int bLength) {
            return Integer.compare(readInt(a, aFrom) / 2, readInt(b, bFrom) / 2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"128m", "4m"})
    void comparatorsOfTheJobSortAndGroup(String memory) throws Exception {
        String[] orders = {
            MRJobConfig.KEY_COMPARATOR,
            Backwards.class.getName(),
            MRJobConfig.GROUP_COMPARATOR_CLASS,
            Pairs.class.getName(),
            "millrace.memory.max",
            memory,
            MRJobConfig.NUM_REDUCES,
            "1",
            "millrace.collective.pattern",
            "none"
        };
        LoopState plain = loop(wordy(), "millrace", orders).run();
        orders[9] = "merge-broadcast";
        assertThat(Loops.text(loop(wordy(), "millrace", orders).run()))
                .isEqualTo(Loops.text(plain));
        assertThat(plain.data().size()).isEqualTo(4);
    }

    /** Writes all its records, and then fails, the first time. */
    public static final class LateFailure
            extends Mapper<LongWritable, Text, IntWritable, LongWritable> {

        @Override
        protected void map(LongWritable at, Text line, Context context)
                throws IOException, InterruptedException {
            context.write(new IntWritable(1), new LongWritable(1));
        }

        @Override
        protected void cleanup(Context context) {
            if (context.getTaskAttemptID().getId() == 0) {
                throw new IllegalStateException("on purpose");
            }
        }
    }

    /** Adds up, once it is tried again. */
    public static final class SecondTry extends PatternsTest.Sum {

        @Override
        protected void cleanup(Context context) {
            if (context.getTaskAttemptID().getId() == 0) {
                throw new IllegalStateException("on purpose");
            }
        }
    }

    @Test
    void whatTriesThatFailHaveWrittenAndCountedDoesNotCount() throws Exception {
        IterativeJob loop =
                loop(
                        Step.map(LateFailure.class, IntWritable.class, LongWritable.class)
                                .combine(SecondTry.class)
                                .reduce(SecondTry.class, IntWritable.class, LongWritable.class),
                        "millrace",
                        "mapreduce.map.maxattempts",
                        "3",
                        "mapreduce.reduce.maxattempts",
                        "2");
        long lines = loops.lines().size();
        assertThat(Loops.text(loop.run())).containsExactly("1=" + lines);
        assertThat(count(loop, TaskCounter.COMBINE_INPUT_RECORDS)).isEqualTo(ITERATIONS * lines);
        assertThat(count(loop, TaskCounter.REDUCE_INPUT_RECORDS))
                .isEqualTo(ITERATIONS * Loops.SPLITS);
        assertThat(count(loop, TaskCounter.REDUCE_OUTPUT_RECORDS)).isEqualTo(ITERATIONS);
    }

    private static long count(IterativeJob loop, TaskCounter counter) {
        return loop.counters().findCounter(counter).getValue();
    }
}
