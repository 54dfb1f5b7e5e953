package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.collective.data.LoopState;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import io.millrace.collective.testing.SocketRendezvous;
import java.nio.file.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A gang that meets by a provider of somebody else, whose messages cross sockets. */
class SocketGangTest {

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
        long before = SocketRendezvous.received();
        LoopState sockets =
                run(
                        step(pattern),
                        settings[0],
                        settings[1],
                        settings[2],
                        settings[3],
                        SocketRendezvous.KEY,
                        "true");
        assertThat(Loops.text(sockets)).isEqualTo(Loops.text(threads));
        assertThat(SocketRendezvous.received()).isGreaterThan(before);
    }

    @Test
    void aJobForWhichNoProviderBringsWorkersTogetherIsToldWhatEachOfThemSays() {
        assertThatThrownBy(() -> run(step("all-reduce"), "millrace.task.isolation", "process"))
                .hasMessageContaining(SocketRendezvous.KEY + " is not set")
                .hasMessageContaining("millrace.task.isolation is process")
                .hasMessageContaining("millrace.collective.pattern to none");
    }
}
