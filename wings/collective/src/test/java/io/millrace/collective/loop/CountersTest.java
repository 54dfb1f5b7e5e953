package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.collective.algorithm.Algorithm;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.gang.LoopCounter;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the mappers of a loop count, though a task's context serves many of them. */
class CountersTest {

    private static final int FEW = 3;
    private static final int ITERATIONS = 4;
    private static final String GROUP = "of the mapper";

    @TempDir Path folder;

    /**
     * (its number, 1) of each task, which reads a few records and fails once in some iterations.
     */
    public static final class FirstFew
            extends Mapper<LongWritable, Text, IntWritable, LongWritable> {

        @Override
        public void run(Context context) throws IOException, InterruptedException {
            TaskAttemptID attempt = context.getTaskAttemptID();
            IntWritable task = new IntWritable(attempt.getTaskID().getId());
            DynamicData before = DynamicData.of(context);
            long iteration = before.isEmpty() ? 1 : 1 + before.get(task, LongWritable.class).get();
            if (!context.getStatus().isEmpty()) {
                context.getCounter(GROUP, "statuses of others").increment(1);
            }
            context.setStatus("reads a few");
            for (int i = 0; i < FEW && context.nextKeyValue(); i++) {
                context.getCounter(GROUP, "read").increment(context.getCurrentValue().getLength());
                context.getCounter(GROUP, "keys").increment(context.getCurrentKey().get());
            }
            context.write(task, new LongWritable(iteration));
            if (iteration == 2 && task.get() == 1 && attempt.getId() == 0) {
                context.getCounter(GROUP, "failed").increment(1);
                throw new IOException("a fault");
            }
        }
    }

    private IterativeJob loop(Class<? extends Mapper<?, ?, ?, ?>> mapper, String... settings)
            throws Exception {
        IterativeJob loop =
                IterativeJob.over(new Loops(folder).job("millrace", settings))
                        .repeat(
                                Step.map(mapper, IntWritable.class, LongWritable.class)
                                        .allReduce(NumberOperation.SUM))
                        .atMost(ITERATIONS);
        loop.run();
        return loop;
    }

    private static long counted(IterativeJob loop, String name) {
        return loop.counters().findCounter(GROUP, name).getValue();
    }

    @ParameterizedTest
    @CsvSource({"all-reduce, bytes", "all-reduce, objects", "none, bytes"})
    void whatTasksThatSucceedCountIsCountedOnce(String pattern, String keep) throws Exception {
        IterativeJob loop =
                loop(
                        FirstFew.class,
                        "millrace.collective.pattern",
                        pattern,
                        "millrace.collective.keep",
                        keep);
        long tasks = (long) ITERATIONS * Loops.SPLITS;
        assertThat(loop.counters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue())
                .isEqualTo(tasks * FEW);
        long ends = pattern.equals("none") ? 0 : 1; // a gang's first task writes where it ended
        assertThat(loop.counters().findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue())
                .isEqualTo(tasks + ends);
        assertThat(counted(loop, "read")).isPositive().matches(sum -> sum % ITERATIONS == 0);
        assertThat(counted(loop, "keys")).isPositive().matches(sum -> sum % ITERATIONS == 0);
        assertThat(counted(loop, "failed")).isZero();
        assertThat(counted(loop, "statuses of others")).isZero();
    }

    /** Looks at the counter of its records when it has read all of them. */
    public static final class Looking
            extends Mapper<LongWritable, Text, IntWritable, LongWritable> {

        private long read;

        @Override
        protected void map(LongWritable at, Text line, Context context) {
            read++;
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            assertThat(context.getCounter(TaskCounter.MAP_INPUT_RECORDS).getValue())
                    .isEqualTo(read);
            context.write(new IntWritable(1), new LongWritable(1));
        }
    }

    @Test
    void aMapperFindsItsOwnRecordsCountedAtItsEnd() throws Exception {
        IterativeJob loop = loop(Looking.class, "millrace.collective.workers", "2");
        assertThat(loop.counters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue())
                .isEqualTo((long) ITERATIONS * new Loops(folder).lines().size());
    }

    /** (0, many numbers), which are added. */
    public static final class Many
            extends Mapper<LongWritable, Text, IntWritable, ArrayPrimitiveWritable> {

        @Override
        public void run(Context context) throws IOException, InterruptedException {
            context.write(new IntWritable(0), new ArrayPrimitiveWritable(new double[10_000]));
        }
    }

    private static long collectives(IterativeJob loop, Algorithm algorithm) {
        return loop.counters().findCounter(algorithm).getValue();
    }

    @Test
    void theAlgorithmsThatWorkersChoseAreCountedWithTheirMeasurement() throws Exception {
        IterativeJob loop =
                IterativeJob.over(
                                new Loops(folder)
                                        .job("millrace", "millrace.collective.workers", "3"))
                        .repeat(
                                Step.map(
                                                Many.class,
                                                IntWritable.class,
                                                ArrayPrimitiveWritable.class)
                                        .allReduce(NumberOperation.SUM))
                        .atMost(ITERATIONS);
        loop.run();
        assertThat(collectives(loop, Algorithm.EXCHANGE)).as("the first at least").isPositive();
        assertThat(
                        Stream.of(Algorithm.values())
                                .mapToLong(algorithm -> collectives(loop, algorithm))
                                .sum())
                .isEqualTo(ITERATIONS);
        assertThat(loop.counters().findCounter(LoopCounter.LATENCY_NANOS).getValue()).isPositive();
    }

    @Test
    void anAlgorithmThatIsSetIsCountedAlone() throws Exception {
        IterativeJob loop =
                loop(
                        FirstFew.class,
                        "millrace.collective.workers",
                        "3",
                        "millrace.collective.algorithm",
                        "ring");
        assertThat(collectives(loop, Algorithm.RING)).isEqualTo(ITERATIONS);
        assertThat(loop.counters().findCounter(LoopCounter.LATENCY_NANOS).getValue()).isZero();
    }
}
