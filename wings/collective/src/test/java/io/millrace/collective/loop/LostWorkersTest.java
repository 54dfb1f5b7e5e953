package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.BestEffort;
import io.millrace.collective.testing.Loops;
import io.millrace.collective.testing.LossyTransport;
import io.millrace.collective.testing.LostAtTheEnd;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Sampled(oneIn = 3)
class LostWorkersTest {

    private static final String RUN = "test.run";
    private static final String FAULT = "test.fault";
    private static final String MORE_KEYS = "test.more.keys";
    private static final Map<String, AtomicInteger> FAULTS = new ConcurrentHashMap<>();

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

    /**
     * (0, sum of x weighted by what the last iteration came to), and more keys if any are wanted;
     * counts its lines.
     */
    public static class Weighted extends Mapper<LongWritable, Text, IntWritable, DoubleWritable> {

        private double weight = 1;

        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            for (int key = context.getConfiguration().getInt(MORE_KEYS, 0); key > 0; key--) {
                context.write(new IntWritable(key), new DoubleWritable(1.0 / key));
            }
            if (DynamicData.of(context).find(new IntWritable(0)) instanceof DoubleWritable sum) {
                weight = 1 / (1 + Math.abs(sum.get()));
            }
        }

        @Override
        protected void map(LongWritable at, Text line, Context context)
                throws IOException, InterruptedException {
            double x = Double.parseDouble(line.toString().split("\t", -1)[1].split(" ", -1)[0]);
            context.write(new IntWritable(0), new DoubleWritable(weight * x));
            context.getCounter("test", "lines").increment(1);
        }
    }

    /** Fails once in map task 3 of the third iteration, after it has written all. */
    public static final class Failing extends Weighted {

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            Configuration conf = context.getConfiguration();
            int left =
                    context.getTaskAttemptID().getTaskID().getId() == 3
                            ? FAULTS.get(conf.get(RUN)).decrementAndGet()
                            : -1;
            if (left == 0) {
                switch (conf.get(FAULT)) {
                    case "exception" -> throw new IOException("a fault of the test");
                    case "error" -> throw new AssertionError("a fault of the test");
                    case "worker" -> throw new StackOverflowError("a fault of the test");
                    default -> throw new IllegalStateException(conf.get(FAULT));
                }
            }
        }
    }

    private LoopState run(Class<? extends Weighted> mapper, String... settings) throws Exception {
        return IterativeJob.over(loops.job("millrace", settings))
                .repeat(
                        Step.map(mapper, IntWritable.class, DoubleWritable.class)
                                .allReduce(NumberOperation.SUM))
                .atMost(6)
                .run();
    }

    private LoopState failing(String fault, int at, String... more) throws Exception {
        String run = folder + fault;
        FAULTS.put(run, new AtomicInteger(at));
        String[] settings = {
            RUN,
            run,
            FAULT,
            fault,
            "millrace.task.isolation",
            "none",
            "millrace.collective.workers",
            "3"
        };
        String[] all = Arrays.copyOf(settings, settings.length + more.length);
        System.arraycopy(more, 0, all, settings.length, more.length);
        return run(Failing.class, all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exception", "error", "worker"})
    void whatAFailedTryWroteDoesNotCount(String fault) throws Exception {
        LoopState expected = run(Weighted.class);
        LoopState end = failing(fault, 3);
        assertThat(FAULTS.get(folder + fault).get()).isLessThan(0);
        assertThat(end.iteration()).isEqualTo(6);
        assertThat(Loops.text(end)).isEqualTo(Loops.text(expected));
    }

    /** The others have ended then, and cannot run the last iteration again. */
    @ParameterizedTest
    @CsvSource({"0, false", "1, false", "0, true", "2, true"})
    void aWorkerThatIsLostAfterTheLastIterationEndsAsTheOthers(int victim, boolean fails)
            throws Exception {
        LoopState expected = run(Weighted.class);
        int before = LostAtTheEnd.LOST.get();
        LoopState end =
                run(
                        Weighted.class,
                        LostAtTheEnd.VICTIM,
                        Integer.toString(victim),
                        LostAtTheEnd.FAILS,
                        Boolean.toString(fails),
                        "millrace.collective.algorithm",
                        "ring",
                        "millrace.collective.workers",
                        "3",
                        "millrace.collective.gather.seconds",
                        "10");
        assertThat(LostAtTheEnd.LOST.get()).isEqualTo(before + 1);
        assertThat(end.iteration()).isEqualTo(6);
        assertThat(Loops.text(end)).isEqualTo(Loops.text(expected));
    }

    /** Messages of the epoch that has ended are in other files. */
    @Test
    void whatAFailedTryWroteDoesNotCountWhereMessagesAreLost() throws Exception {
        LoopState expected = run(Weighted.class);
        Path messages = folder.resolve("messages");
        LoopState end = failing("worker", 3, BestEffort.DIRECTORY, messages.toString());
        assertThat(FAULTS.get(folder + "worker").get()).isLessThan(0);
        assertThat(Loops.text(end)).isEqualTo(Loops.text(expected));
        assertThat(LossyTransport.read(messages)).isPositive();
    }

    /** By then the others have chosen by a size that the new worker does not know. */
    @Test
    void aGangWithALargeResultMeetsAgain() throws Exception {
        String[] large = {MORE_KEYS, "20000"};
        LoopState expected = run(Weighted.class, large);
        LoopState end = failing("worker", 3, large);
        assertThat(FAULTS.get(folder + "worker").get()).isLessThan(0);
        assertThat(Loops.text(end)).isEqualTo(Loops.text(expected));
    }

    @Test
    void aMapTaskThatFailsTooOftenFailsTheLoopAndNamesItself() {
        assertThatThrownBy(() ->
                        failing(
                                "exception",
                                3,
                                "mapreduce.map.maxattempts",
                                "1",
                                "millrace.collective.gather.seconds",
                                "1"))
                .hasMessageContaining("map task 3 of worker")
                .hasMessageContaining("mapreduce.map.maxattempts is 1")
                .hasMessageContaining("a fault of the test");
    }

    @Test
    void aLoopGoesOnFromItsLastCheckpoint() throws Exception {
        LoopState expected = run(Weighted.class);
        Path checkpoint = folder.resolve("checkpoint");
        String[] keys = {
            "millrace.collective.checkpoint.every", "2",
            "millrace.collective.checkpoint.path", checkpoint.toString(),
            "mapreduce.map.maxattempts", "1",
            "millrace.collective.gather.seconds", "1"
        };
        assertThatThrownBy(() -> failing("exception", 4, keys)).hasMessageContaining("a fault");
        assertThat(checkpoint).exists();
        LoopState resumed = failing("exception", Integer.MAX_VALUE, keys);
        assertThat(Loops.text(resumed)).isEqualTo(Loops.text(expected));
        assertThat(resumed.iteration()).isEqualTo(6);
        int runs = Integer.MAX_VALUE - FAULTS.get(folder + "exception").get();
        assertThat(runs).as("iterations after the checkpoint").isEqualTo(4);
        assertThat(checkpoint).doesNotExist();
    }

    @Test
    void aDamagedCheckpointIsAnErrorThatSaysWhatToDo() throws Exception {
        Path checkpoint = folder.resolve("checkpoint");
        String path = checkpoint.toString();
        String[] keys = {
            "millrace.collective.checkpoint.every", "2",
            "millrace.collective.checkpoint.path", path,
            "mapreduce.map.maxattempts", "1",
            "millrace.collective.gather.seconds", "1"
        };
        assertThatThrownBy(() -> failing("exception", 4, keys)).hasMessageContaining("a fault");
        byte[] bytes = Files.readAllBytes(checkpoint);
        bytes[bytes.length - 2] ^= 1;
        Files.write(checkpoint, bytes);
        Files.deleteIfExists(folder.resolve(".checkpoint.crc"));
        assertThatThrownBy(() -> failing("exception", 99, keys))
                .hasMessageContaining("is damaged")
                .hasMessageContaining("delete it to start again");
    }
}
