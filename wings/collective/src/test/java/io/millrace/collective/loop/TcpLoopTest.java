package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.collective.data.LoopState;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.BestEffort;
import io.millrace.collective.testing.Loops;
import io.millrace.collective.testing.LossyTransport;
import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.testing.Sampled;
import java.nio.file.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops whose workers exchange their messages by TCP, as threads and as processes. */
@Sampled(oneIn = 4)
class TcpLoopTest {

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
        "all-reduce, rabenseifner",
        "merge-broadcast, tree",
        "merge-broadcast, exchange",
        "merge-broadcast, ring",
        "merge-broadcast, rabenseifner",
        "all-reduce, auto",
        "merge-broadcast, auto",
        "all-gather, auto",
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
    void aGangThatLosesMessagesReadsThemFromFiles(String pattern) throws Exception {
        LoopState threads = run(step(pattern), "millrace.collective.workers", "3");
        Path messages = folder.resolve("messages");
        LoopState lossy =
                run(
                        step(pattern),
                        "millrace.collective.workers",
                        "3",
                        BestEffort.DIRECTORY,
                        messages.toString());
        assertThat(Loops.text(lossy)).isEqualTo(Loops.text(threads));
        assertThat(LossyTransport.read(messages)).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "merge-broadcast, millrace.task.isolation, process, shared",
        "reduce-scatter, millrace.workers, 2, auto"
    })
    void aGangOfProcessesComesToWhatOneOfThreadsDoes(
            String pattern, String key, String value, String transport) throws Exception {
        LoopState threads = run(step(pattern), "millrace.collective.workers", "3");
        LoopState processes =
                run(
                        step(pattern),
                        "millrace.collective.workers",
                        "3",
                        ExchangeKeys.TRANSPORT.name(),
                        transport,
                        key,
                        value);
        assertThat(Loops.text(processes)).isEqualTo(Loops.text(threads));
    }

    @Test
    void aGangOfProcessesThatEncryptsItsMessagesComesToWhatOneOfThreadsDoes() throws Exception {
        Step step =
                Step.map(DyingWorker.class, IntWritable.class, LongWritable.class)
                        .allReduce(NumberOperation.SUM);
        LoopState threads = run(step, "millrace.collective.workers", "3");
        LoopState encrypted =
                run(
                        step,
                        "millrace.collective.workers",
                        "3",
                        "millrace.workers",
                        "2",
                        ExchangeKeys.TLS.name(),
                        "true");
        assertThat(Loops.text(encrypted)).isEqualTo(Loops.text(threads));
    }

    /** Map task 0 is the coordinator's, and 6 the last worker's. */
    @ParameterizedTest
    @CsvSource({"0, auto", "6, shared"})
    void aLostProcessIsReplacedAndTheResultStaysTheSame(int victim, String transport)
            throws Exception {
        Step step =
                Step.map(DyingWorker.class, IntWritable.class, LongWritable.class)
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
                        ExchangeKeys.TRANSPORT.name(),
                        transport,
                        DyingWorker.VICTIM,
                        Integer.toString(victim),
                        DyingWorker.MARK,
                        mark.toString());
        assertThat(mark).exists();
        assertThat(Loops.text(processes)).isEqualTo(Loops.text(threads));
    }
}
