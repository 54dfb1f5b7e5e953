package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import io.millrace.exchange.config.ExchangeKeys;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops whose workers exchange their messages by TCP, as threads and as processes. */
class TcpLoopTest {

    private static final int ITERATIONS = 3;
    private static final String VICTIM = "test.victim";
    private static final String MARK = "test.mark";

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

    private static Step step(String pattern) {
        Step modulo = Step.map(PatternsTest.Modulo.class, IntWritable.class, LongWritable.class);
        return switch (pattern) {
            case "all-reduce" -> modulo.allReduce(NumberOperation.SUM);
            case "merge-broadcast" ->
                    modulo.reduce(PatternsTest.Sum.class, IntWritable.class, LongWritable.class);
            case "all-gather" ->
                    Step.map(PatternsTest.Doubling.class, IntWritable.class, LongWritable.class)
                            .allGather();
            case "reduce-scatter" ->
                    Step.map(PatternsTest.Given.class, IntWritable.class, LongWritable.class)
                            .reduceScatter(NumberOperation.SUM);
            default -> throw new IllegalArgumentException(pattern);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "all-reduce, tree",
        "all-reduce, exchange",
        "all-reduce, ring",
        "merge-broadcast, tree",
        "merge-broadcast, exchange",
        "merge-broadcast, ring",
        "all-gather, exchange",
        "reduce-scatter, exchange"
    })
    void aGangOverSocketsComesToWhatOneOfThreadsDoes(String pattern, String algorithm)
            throws Exception {
        String[] settings = {
            "millrace.collective.algorithm", algorithm, "millrace.collective.workers", "3"
        };
        LoopState threads = run(step(pattern), settings);
        LoopState sockets =
                run(
                        step(pattern),
                        settings[0],
                        settings[1],
                        settings[2],
                        settings[3],
                        ExchangeKeys.TRANSPORT.name(),
                        "tcp");
        assertThat(Loops.text(sockets)).isEqualTo(Loops.text(threads));
    }

    @ParameterizedTest
    @ValueSource(strings = {"all-reduce", "merge-broadcast", "all-gather", "reduce-scatter"})
    void aGangOfProcessesComesToWhatOneOfThreadsDoes(String pattern) throws Exception {
        LoopState threads = run(step(pattern), "millrace.collective.workers", "3");
        LoopState processes =
                run(
                        step(pattern),
                        "millrace.collective.workers",
                        "3",
                        "millrace.task.isolation",
                        "process");
        assertThat(Loops.text(processes)).isEqualTo(Loops.text(threads));
    }

    /** One of its map tasks ends its process, once, after the first iteration. */
    public static final class Dying extends Mapper<LongWritable, Text, IntWritable, LongWritable> {

        private long before;

        @Override
        protected void setup(Context context) throws IOException {
            DynamicData data = DynamicData.of(context);
            before = data.find(new IntWritable(0)) instanceof LongWritable sum ? sum.get() : 0;
            Configuration conf = context.getConfiguration();
            int map = context.getTaskAttemptID().getTaskID().getId();
            if (before > 0 && map == conf.getInt(VICTIM, -1)) {
                try {
                    Files.createFile(Path.of(conf.get(MARK)));
                    Runtime.getRuntime().halt(1);
                } catch (FileAlreadyExistsException e) {
                    // Its next attempt goes on.
                }
            }
        }

        @Override
        protected void map(LongWritable at, Text line, Context context)
                throws IOException, InterruptedException {
            context.write(new IntWritable(0), new LongWritable(1 + before % line.getLength()));
        }
    }

    /** Map task 0 is the coordinator's, and 6 the last worker's. */
    @ParameterizedTest
    @ValueSource(ints = {0, 6})
    void aLostProcessIsReplacedAndTheResultStaysTheSame(int victim) throws Exception {
        Step step =
                Step.map(Dying.class, IntWritable.class, LongWritable.class)
                        .allReduce(NumberOperation.SUM);
        LoopState threads = run(step, "millrace.collective.workers", "3");
        Path mark = folder.resolve("mark");
        LoopState processes =
                run(
                        step,
                        "millrace.collective.workers",
                        "3",
                        "millrace.task.isolation",
                        "process",
                        VICTIM,
                        Integer.toString(victim),
                        MARK,
                        mark.toString());
        assertThat(mark).exists();
        assertThat(Loops.text(processes)).isEqualTo(Loops.text(threads));
    }
}
