package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Iteration;
import io.millrace.collective.step.Merge;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each pattern in a gang, against the same steps as plain jobs and against what it must be. */
@Sampled(oneIn = 4)
class PatternsTest {

    private static final int LINES = 600;
    private static final int ITERATIONS = 3;

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

    private LoopState run(Step step, String... settings) throws Exception {
        return IterativeJob.over(loops.job("millrace", settings))
                .repeat(step)
                .atMost(ITERATIONS)
                .run();
    }

    /** The result of a gang of three, which the plain jobs come to as well. */
    private LoopState both(Step step) throws Exception {
        LoopState gang = run(step, "millrace.collective.workers", "3");
        LoopState plain = run(step, "millrace.collective.pattern", "none");
        assertThat(Loops.text(gang)).isEqualTo(Loops.text(plain));
        assertThat(gang.iteration()).isEqualTo(ITERATIONS);
        return gang;
    }

    private static int index(Text line) {
        return Integer.parseInt(line.toString().split("\t", -1)[0]);
    }

    /** (index, twice what it was before and one more). */
    public static final class Doubling
            extends Mapper<LongWritable, Text, IntWritable, LongWritable> {

        private DynamicData before;

        @Override
        protected void setup(Context context) throws IOException {
            before = DynamicData.of(context);
        }

        @Override
        protected void map(LongWritable at, Text line, Context context)
                throws IOException, InterruptedException {
            IntWritable index = new IntWritable(index(line));
            LongWritable value =
                    before.isEmpty() ? new LongWritable(0) : before.get(index, LongWritable.class);
            context.write(index, new LongWritable(2 * value.get() + 1));
        }
    }

    @Test
    void allGatherTellsEachTaskWhatAllWroteInKeyOrder() throws Exception {
        LoopState end =
                both(Step.map(Doubling.class, IntWritable.class, LongWritable.class).allGather());
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            expected.add(i + "=7");
        }
        assertThat(Loops.text(end)).isEqualTo(expected);
    }

    /** (7, 1) once in each split. */
    public static final class Seven extends Mapper<LongWritable, Text, IntWritable, LongWritable> {

        @Override
        protected void map(LongWritable at, Text line, Context context) {}

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.write(new IntWritable(7), new LongWritable(1));
        }
    }

    @ParameterizedTest
    @CsvSource({"all-gather", "none"})
    void aKeyThatTwoTasksGatherIsAnErrorThatNamesIt(String pattern) {
        assertThatThrownBy(() ->
                        run(
                                Step.map(Seven.class, IntWritable.class, LongWritable.class)
                                        .allGather(),
                                "millrace.collective.pattern",
                                pattern))
                .hasMessageContaining("key 7: all-gather takes one value per key");
    }

    /** (index modulo 10, index plus what the key had before). */
    public static final class Modulo extends Mapper<LongWritable, Text, IntWritable, LongWritable> {

        private DynamicData before;

        @Override
        protected void setup(Context context) throws IOException {
            before = DynamicData.of(context);
        }

        @Override
        protected void map(LongWritable at, Text line, Context context)
                throws IOException, InterruptedException {
            IntWritable key = new IntWritable(index(line) % 10);
            long had = before.find(key) instanceof LongWritable value ? value.get() : 0;
            context.write(key, new LongWritable(index(line) + had));
        }
    }

    /** Adds up longs. */
    public static class Sum extends Reducer<IntWritable, LongWritable, IntWritable, LongWritable> {

        @Override
        protected void reduce(IntWritable key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (LongWritable value : values) {
                sum += value.get();
            }
            context.write(key, new LongWritable(sum));
        }
    }

    /** Half of each value. */
    public static final class Half implements Merge {

        @Override
        public DynamicData merge(DynamicData result, DynamicData current, Iteration iteration) {
            return new DynamicData(
                    result.stream()
                            .map(record ->
                                    new KeyValue(
                                            record.key(),
                                            new LongWritable(
                                                    ((LongWritable) record.value()).get() / 2)))
                            .toList());
        }
    }

    @Test
    void reducersMergeAndBroadcastComeToTheSameAsPlainJobsAndAsAllReduce() throws Exception {
        Step step =
                Step.map(Modulo.class, IntWritable.class, LongWritable.class)
                        .reduce(Sum.class, IntWritable.class, LongWritable.class)
                        .combine(Sum.class)
                        .merge(Half.class);
        LoopState end = both(step);
        LoopState reduced =
                run(
                        step,
                        "millrace.collective.pattern",
                        "all-reduce",
                        "millrace.collective.operation",
                        "sum");
        assertThat(Loops.text(reduced)).isEqualTo(Loops.text(end));
        assertThat(end.data().size()).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({"merge-broadcast", "none"})
    void combinersAndReducersCountForThemselves(String pattern) throws Exception {
        IterativeJob loop =
                IterativeJob.over(loops.job("millrace", "millrace.collective.pattern", pattern))
                        .repeat(
                                Step.map(Modulo.class, IntWritable.class, LongWritable.class)
                                        .reduce(Sum.class, IntWritable.class, LongWritable.class)
                                        .combine(AsTask.class))
                        .atMost(1);
        loop.run();
        // A plain job combines what it has combined before, too.
        long again =
                counted(loop, TaskCounter.COMBINE_OUTPUT_RECORDS)
                        - counted(loop, TaskCounter.REDUCE_INPUT_RECORDS);
        assertThat(again).isGreaterThanOrEqualTo(0);
        assertThat(counted(loop, TaskCounter.COMBINE_INPUT_RECORDS)).isEqualTo(LINES + again);
        assertThat(counted(loop, TaskCounter.REDUCE_INPUT_RECORDS)).isEqualTo(10 * Loops.SPLITS);
        assertThat(counted(loop, TaskCounter.REDUCE_INPUT_GROUPS)).isEqualTo(10);
        assertThat(counted(loop, TaskCounter.REDUCE_OUTPUT_RECORDS)).isEqualTo(10);
    }

    private static long counted(IterativeJob loop, TaskCounter counter) {
        return loop.counters().findCounter(counter).getValue();
    }

    /** Adds up longs, and is part of a map task. */
    public static final class AsTask extends Sum {

        @Override
        protected void setup(Context context) {
            Configuration conf = context.getConfiguration();
            assertThat(context.getTaskAttemptID().getTaskType()).isEqualTo(TaskType.MAP);
            assertThat(conf.getBoolean("mapreduce.task.ismap", false)).isTrue();
        }
    }

    @Test
    void reducersWithoutACombinerComeToTheSame() throws Exception {
        LoopState with =
                both(
                        Step.map(Modulo.class, IntWritable.class, LongWritable.class)
                                .reduce(Sum.class, IntWritable.class, LongWritable.class)
                                .combine(Sum.class));
        LoopState without =
                both(
                        Step.map(Modulo.class, IntWritable.class, LongWritable.class)
                                .reduce(Sum.class, IntWritable.class, LongWritable.class));
        assertThat(Loops.text(without)).isEqualTo(Loops.text(with));
    }

    /** (map task, number of keys that it is given), which only its own share shows. */
    public static final class Given extends Mapper<LongWritable, Text, IntWritable, LongWritable> {

        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            for (KeyValue record : DynamicData.of(context)) {
                context.write(
                        (IntWritable) record.key(),
                        new LongWritable(((LongWritable) record.value()).get() + 1));
            }
            if (DynamicData.of(context).isEmpty()) {
                for (int key = 0; key < 20; key++) {
                    context.write(new IntWritable(key), new LongWritable(1));
                }
            }
        }

        @Override
        protected void map(LongWritable at, Text line, Context context) {}
    }

    @Test
    void reduceScatterGivesEachKeyToTheTaskThatItBelongsTo() throws Exception {
        LoopState end =
                both(
                        Step.map(Given.class, IntWritable.class, LongWritable.class)
                                .reduceScatter(NumberOperation.SUM));
        List<String> expected = new ArrayList<>();
        for (int key = 0; key < 20; key++) {
            // All tasks write each key at first; later only the one that is given it.
            expected.add(key + "=" + (Loops.SPLITS + ITERATIONS - 1));
        }
        assertThat(Loops.text(end)).isEqualTo(expected);
    }

    @Test
    void stepsOfALoopPassTheirDataOn() throws Exception {
        LoopState end =
                IterativeJob.over(loops.job("millrace"))
                        .repeat(
                                Step.map(Doubling.class, IntWritable.class, LongWritable.class)
                                        .allGather(),
                                Step.map(Doubling.class, IntWritable.class, LongWritable.class)
                                        .allReduce(NumberOperation.MAX))
                        .atMost(2)
                        .run();
        assertThat(end.data().get(new IntWritable(599), LongWritable.class).get()).isEqualTo(15);
    }

    /** Changes a static of the client's class path, so that tasks have to take turns. */
    public static final class Static extends Mapper<LongWritable, Text, IntWritable, LongWritable> {

        /** How long one waits for another to begin; long enough that it does, if it may. */
        private static final String MOMENT = "test.moment.millis";

        private static final int BRIEF_MILLIS = 10;

        private static final AtomicInteger RUNNING = new AtomicInteger();

        private static long sum;

        @Override
        public void run(Context context) throws IOException, InterruptedException {
            RUNNING.incrementAndGet();
            try {
                super.run(context);
            } finally {
                RUNNING.decrementAndGet();
            }
        }

        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            sum = DynamicData.of(context).size();
            int millis = context.getConfiguration().getInt(MOMENT, BRIEF_MILLIS);
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            while (System.nanoTime() < end) {
                if (RUNNING.get() > 1) {
                    throw new IllegalStateException("another task of this class runs");
                }
                Thread.sleep(1); // leaves the processor to a task that would run beside this one
            }
        }

        @Override
        protected void map(LongWritable at, Text line, Context context) {
            sum += index(line);
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.write(new IntWritable(1), new LongWritable(sum));
        }
    }

    @Test
    void workersWhoseMappersTakeTurnsComeToTheSame() throws Exception {
        LoopState end =
                both(
                        Step.map(Static.class, IntWritable.class, LongWritable.class)
                                .allReduce(NumberOperation.SUM));
        long lines = LINES * (LINES - 1) / 2;
        assertThat(Loops.text(end)).containsExactly("1=" + (lines + Loops.SPLITS));
    }

    @Test
    void mappersThatTakeNoTurnsMeetEachOther() {
        assertThatThrownBy(() ->
                        run(
                                Step.map(Static.class, IntWritable.class, LongWritable.class)
                                        .allReduce(NumberOperation.SUM),
                                "millrace.task.isolation",
                                "none",
                                "mapreduce.map.maxattempts",
                                "1",
                                Static.MOMENT,
                                "60000"))
                .hasStackTraceContaining("another task of this class runs");
    }

    @Test
    void anOperationThatNobodyKnowsIsAnErrorThatSaysWhatIsAllowed() {
        assertThatThrownBy(() ->
                        run(
                                Step.map(Seven.class, IntWritable.class, LongWritable.class)
                                        .allGather(),
                                "millrace.collective.pattern",
                                "all-reduce",
                                "millrace.collective.operation",
                                "plus"))
                .hasMessageContaining("millrace.collective.operation is plus; allowed: sum, min");
    }

    @Test
    void recordsThatMemoryHasNoRoomForAreReadAgain() throws Exception {
        Step step = Step.map(Doubling.class, IntWritable.class, LongWritable.class).allGather();
        LoopState ample = run(step);
        LoopState tiny = run(step, "millrace.memory.max", "4m", "millrace.memory.slab.size", "64k");
        assertThat(Loops.text(tiny)).isEqualTo(Loops.text(ample));
    }

    /** (1, sum of the keys), of which it changes each for the next iteration, as it must not. */
    public static final class Raising
            extends Mapper<LongWritable, Text, IntWritable, LongWritable> {

        @Override
        protected void map(LongWritable at, Text line, Context context)
                throws IOException, InterruptedException {
            context.write(new IntWritable(1), at);
            at.set(at.get() + 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"objects, 2", "bytes, 0"})
    void objectsAreKeptIfTheProgramSaysSoAndItsConfigurationDoesNotSayOtherwise(
            String keep, int raised) throws Exception {
        Step step =
                Step.map(Raising.class, IntWritable.class, LongWritable.class)
                        .allReduce(NumberOperation.SUM);
        String[] settings =
                keep.equals("bytes")
                        ? new String[] {"millrace.collective.keep", "bytes"}
                        : new String[0];
        LoopState end =
                IterativeJob.over(loops.job("millrace", settings))
                        .keepObjects()
                        .repeat(step)
                        .atMost(ITERATIONS)
                        .run();

        long sum = 0;
        long at = 0;
        for (String line : loops.lines()) {
            sum += at + raised;
            at += line.length() + 1;
        }
        assertThat(Loops.text(end)).containsExactly("1=" + sum);
    }

    @ParameterizedTest
    @CsvSource({"128m, 64k", "4m, 64k"})
    void objectsComeToTheSameAsBytes(String memory, String slab) throws Exception {
        Step step =
                Step.map(Modulo.class, IntWritable.class, LongWritable.class)
                        .allReduce(NumberOperation.SUM);
        LoopState objects =
                run(
                        step,
                        "millrace.collective.keep",
                        "objects",
                        "millrace.memory.max",
                        memory,
                        "millrace.memory.slab.size",
                        slab);
        assertThat(Loops.text(objects)).isEqualTo(Loops.text(run(step)));
    }

    @Test
    void theFixedOrderIsTheDefaultAndAnyOrderGivesTheSameWhereSumsAreExact() throws Exception {
        Step step =
                Step.map(Modulo.class, IntWritable.class, LongWritable.class)
                        .allReduce(NumberOperation.SUM);
        LoopState fixed = run(step);
        LoopState any = run(step, "millrace.collective.order", "any");
        assertThat(Loops.text(any)).isEqualTo(Loops.text(fixed));
    }

    @Test
    void moreWorkersThanSlotsAreRefusedAfterAWhile() {
        assertThatThrownBy(() ->
                        run(
                                Step.map(Doubling.class, IntWritable.class, LongWritable.class)
                                        .allGather(),
                                "millrace.map.threads",
                                "2",
                                "millrace.collective.workers",
                                "3",
                                "mapreduce.map.maxattempts",
                                "1",
                                "millrace.collective.gather.seconds",
                                "1"))
                .hasMessageContaining("for its gang of 3; missing: [")
                .hasMessageContaining("millrace.collective.workers");
    }
}
