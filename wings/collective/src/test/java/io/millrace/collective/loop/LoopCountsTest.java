package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.gang.LoopCounter;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Iteration;
import io.millrace.collective.step.Merge;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters of loops that lose workers, or resume: those of an undisturbed run. */
@Sampled(oneIn = 3)
class LoopCountsTest {

    private static final int ITERATIONS = 6;

    /** Places of user code in which a worker may be lost. */
    enum Place {
        READ,
        MAP,
        COMBINE,
        REDUCE,
        MERGE
    }

    private static volatile Place place = Place.MAP;

    private static final int NEVER = Integer.MAX_VALUE;

    /** Calls of that place until a worker is lost. */
    private static final AtomicInteger LEFT = new AtomicInteger(NEVER);

    @TempDir Path folder;
    private Loops loops;

    @BeforeEach
    void makeInput() throws Exception {
        loops = new Loops(folder);
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        LEFT.set(NEVER);
        loops.assertNothingLeft();
    }

    /** Ends the worker: an error of the JVM is no failure of a task that could be tried again. */
    private static void pass(Place here) {
        if (here == place && LEFT.getAndDecrement() == 0) {
            throw new StackOverflowError("a fault of the test");
        }
    }

    /** Counts lines as it reads them. */
    public static final class Reading extends TextInputFormat {
        @Override
        public RecordReader<LongWritable, Text> createRecordReader(
                InputSplit split, TaskAttemptContext context) {
            pass(Place.READ);
            return new LineRecordReader();
        }
    }

    public static final class Mapping
            extends Mapper<LongWritable, Text, IntWritable, DoubleWritable> {

        private double weight = 1;

        @Override
        protected void setup(Context context) throws IOException {
            if (DynamicData.of(context).find(new IntWritable(0)) instanceof DoubleWritable sum) {
                weight = 1 / (1 + Math.abs(sum.get()));
                context.getCounter("later", "found").increment(1);
            }
            context.getCounter("test", "never").increment(0);
        }

        @Override
        protected void map(LongWritable at, Text line, Context context)
                throws IOException, InterruptedException {
            double x = Double.parseDouble(line.toString().split("\t", -1)[1].split(" ", -1)[0]);
            context.write(new IntWritable((int) Math.abs(x)), new DoubleWritable(weight * x));
            context.getCounter("test", "lines").increment(1);
        }

        @Override
        protected void cleanup(Context context) {
            pass(Place.MAP);
        }
    }

    public static final class Combining
            extends Reducer<IntWritable, DoubleWritable, IntWritable, DoubleWritable> {
        @Override
        protected void reduce(IntWritable key, Iterable<DoubleWritable> values, Context context)
                throws IOException, InterruptedException {
            pass(Place.COMBINE);
            context.getCounter("test", "combined").increment(1);
            context.write(key, sum(values));
        }
    }

    public static final class Reducing
            extends Reducer<IntWritable, DoubleWritable, IntWritable, DoubleWritable> {
        @Override
        protected void reduce(IntWritable key, Iterable<DoubleWritable> values, Context context)
                throws IOException, InterruptedException {
            pass(Place.REDUCE);
            context.getCounter("test", "reduced").increment(1);
            context.write(key, sum(values));
        }
    }

    private static DoubleWritable sum(Iterable<DoubleWritable> values) {
        double sum = 0;
        for (DoubleWritable value : values) {
            sum += value.get();
        }
        return new DoubleWritable(sum);
    }

    public static final class Merging implements Merge {
        @Override
        public DynamicData merge(DynamicData result, DynamicData current, Iteration iteration) {
            pass(Place.MERGE);
            return result;
        }
    }

    private static Step step(String pattern) {
        Step map = Step.map(Mapping.class, IntWritable.class, DoubleWritable.class);
        return switch (pattern) {
            case "all-reduce" -> map.allReduce(NumberOperation.SUM).merge(Merging.class);
            case "reduce-scatter" -> map.reduceScatter(NumberOperation.SUM);
            case "merge-broadcast" ->
                    map.combine(Combining.class)
                            .reduce(Reducing.class, IntWritable.class, DoubleWritable.class)
                            .merge(Merging.class);
            default -> throw new IllegalArgumentException(pattern);
        };
    }

    private record Result(List<String> data, Map<String, Long> counters) {}

    private Result run(String pattern, String... more) throws Exception {
        List<String> settings =
                new ArrayList<>(
                        List.of(
                                "millrace.task.isolation",
                                "none",
                                "millrace.collective.workers",
                                "3",
                                "mapreduce.job.inputformat.class",
                                Reading.class.getName()));
        settings.addAll(Arrays.asList(more));
        IterativeJob loop =
                IterativeJob.over(loops.job("millrace", settings.toArray(String[]::new)))
                        .repeat(step(pattern))
                        .atMost(ITERATIONS);
        LoopState end = loop.run();
        assertThat(end.iteration()).isEqualTo(ITERATIONS);
        return new Result(Loops.text(end), counted(loop));
    }

    /** The counters of user code, of records and of iterations. */
    private static Map<String, Long> counted(IterativeJob loop) {
        Map<String, Long> counted = new TreeMap<>();
        for (CounterGroup group : loop.counters()) {
            for (Counter counter : group) {
                boolean ours = group.getName().equals("test") || group.getName().equals("later");
                boolean records =
                        group.getName().equals(TaskCounter.class.getName())
                                && counter.getName().matches(".*_(RECORDS|GROUPS)");
                boolean iterations = counter.getName().equals(LoopCounter.ITERATIONS.name());
                if (ours || records || iterations) {
                    counted.put(group.getName() + "/" + counter.getName(), counter.getValue());
                }
            }
        }
        return counted;
    }

    private Result undisturbed(String pattern, String... more) throws Exception {
        LEFT.set(NEVER);
        Result whole = run(pattern, more);
        assertThat(whole.counters)
                .containsEntry("test/lines", (long) ITERATIONS * loops.lines().size())
                .hasEntrySatisfying("later/found", found -> assertThat(found).isPositive())
                .containsEntry("test/never", 0L)
                .containsEntry(LoopCounter.class.getName() + "/ITERATIONS", (long) ITERATIONS);
        return whole;
    }

    @ParameterizedTest
    @CsvSource({
        "all-reduce, READ",
        "all-reduce, MAP",
        "all-reduce, MERGE",
        "reduce-scatter, READ",
        "reduce-scatter, MAP",
        "merge-broadcast, MAP",
        "merge-broadcast, COMBINE",
        "merge-broadcast, REDUCE",
        "merge-broadcast, MERGE"
    })
    void aLoopThatLosesAWorkerCountsWhatAnotherCounts(String pattern, Place where)
            throws Exception {
        place = where;
        Result whole = undisturbed(pattern);
        int calls = NEVER - LEFT.get();
        Random random = Seeds.random(pattern + where);
        for (int run = 0; run < 3; run++) {
            int at = random.nextInt(calls / 2); // another run may pass the place less often
            LEFT.set(at);
            assertThat(run(pattern)).as("lost in call %d", at).isEqualTo(whole);
            assertThat(LEFT.get()).as("a worker was lost").isNegative();
        }
    }

    /** Input that is not cached is read, and counted, in each iteration. */
    @Test
    void aWorkerThatReadsItsInputAgainCountsAsWell() throws Exception {
        String[] noRoom = {"millrace.memory.max", "1m"};
        Result whole = undisturbed("all-reduce", noRoom);
        place = Place.MAP;
        LEFT.set(20);
        assertThat(run("all-reduce", noRoom)).isEqualTo(whole);
    }

    @ParameterizedTest
    @ValueSource(strings = {"all-reduce", "reduce-scatter", "merge-broadcast"})
    void aLoopThatResumesCountsTheIterationsBefore(String pattern) throws Exception {
        Result whole = undisturbed(pattern);
        String[] checkpoints = {
            "millrace.collective.checkpoint.every", "2",
            "millrace.collective.checkpoint.path", folder.resolve("checkpoint").toString(),
            "millrace.collective.gather.seconds", "1",
            "mapreduce.map.maxattempts", "1"
        };
        place = Place.MAP;
        LEFT.set(30);
        assertThatThrownBy(() -> run(pattern, checkpoints)).isInstanceOf(IOException.class);
        LEFT.set(NEVER);
        checkpoints[7] = "4";
        assertThat(run(pattern, checkpoints)).isEqualTo(whole);
    }

    @Test
    void aLoopOfPlainJobsThatResumesCountsTheIterationsBefore() throws Exception {
        String[] plain = {"millrace.collective.pattern", "none"};
        LEFT.set(NEVER);
        Map<String, Long> whole = run("merge-broadcast", plain).counters;
        String[] checkpoints = {
            plain[0],
            plain[1],
            "millrace.collective.checkpoint.every",
            "2",
            "millrace.collective.checkpoint.path",
            folder.resolve("checkpoint").toString(),
            "mapreduce.map.maxattempts",
            "1"
        };
        place = Place.MAP;
        LEFT.set(30);
        assertThatThrownBy(() -> run("merge-broadcast", checkpoints))
                .isInstanceOf(IOException.class);
        LEFT.set(NEVER);
        assertThat(run("merge-broadcast", checkpoints).counters).isEqualTo(whole);
    }
}
