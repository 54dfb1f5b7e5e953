package io.millrace.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.collective.testing.Gang;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HockneyTest {

    /** Ten microseconds, and a byte each nanosecond. */
    private static final Hockney MODEL = new Hockney(10_000, 1);

    @ParameterizedTest
    @CsvSource({
        "TREE, 4, 44_000", // 4 a + 4 m b
        "EXCHANGE, 4, 22_000", // 2 a + 2 m b
        "RING, 4, 61_500", // 6 a + 1.5 m b
        "RABENSEIFNER, 4, 41_500", // 4 a + 1.5 m b
        "TREE, 5, 66_000", // 6 a + 6 m b
        "EXCHANGE, 5, 44_000", // 4 a + 4 m b
        "RING, 5, 81_600", // 8 a + 1.6 m b
        "RABENSEIFNER, 5, 63_500", // 6 a + 3.5 m b
        "TREE, 1, 0",
        "EXCHANGE, 1, 0",
        "RING, 1, 0",
        "RABENSEIFNER, 1, 0"
    })
    void anAllReduceOf1000BytesCostsItsStepsAndItsBytes(
            Algorithm algorithm, int workers, String nanos) {
        assertThat(MODEL.nanos(Cost.ofAllReduce(algorithm, workers), 1000))
                .isCloseTo(number(nanos), within(1e-6));
    }

    @ParameterizedTest
    @CsvSource({
        "TREE, 4, 42_750", // 4 a + 2.75 m b
        "EXCHANGE, 4, 20_750", // 2 a + 0.75 m b
        "RING, 4, 30_750", // 3 a + 0.75 m b
        "RABENSEIFNER, 4, 20_750",
        "TREE, 5, 63_800", // 6 a + 3.8 m b
        "EXCHANGE, 5, 41_950", // 4 a + 1.95 m b
        "RING, 5, 40_800" // 4 a + 0.8 m b
    })
    void anAllGatherOf1000BytesCostsItsStepsAndItsBytes(
            Algorithm algorithm, int workers, String nanos) {
        assertThat(MODEL.nanos(Cost.ofAllGather(algorithm, workers), 1000))
                .isCloseTo(number(nanos), within(1e-6));
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace("_", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "2, 0, EXCHANGE",
        "2, 100_000_000, EXCHANGE", // half the steps for as many bytes
        "4, 0, EXCHANGE",
        "4, 39_999, EXCHANGE", // both are equal at 4 a / b
        "4, 40_001, RABENSEIFNER",
        "5, 16_666, EXCHANGE", // both are equal at 4 a / 2.4 b
        "5, 16_667, RING",
        "16, 1_000_000, RABENSEIFNER"
    })
    void smallResultsTakeFewStepsAndLargeOnesFewBytes(
            int workers, String bytes, Algorithm expected) {
        assertThat(MODEL.forAllReduce(workers, number(bytes))).isEqualTo(expected);
    }

    @Test
    void theTableNamesEachAlgorithmOnce() {
        assertThat(MODEL.table(2)).isEqualTo("EXCHANGE from 1 byte");
        assertThat(MODEL.table(4)).isEqualTo("EXCHANGE from 1 byte, RABENSEIFNER from 64 KB");
        assertThat(MODEL.table(5)).isEqualTo("EXCHANGE from 1 byte, RING from 32 KB");
    }

    @Test
    void theChoiceIsTheCheapest() {
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < 10_000; i++) {
            Hockney model = new Hockney(random.nextDouble(1e6), random.nextDouble(10));
            int workers = random.nextInt(1, 70);
            double bytes = Math.pow(10, random.nextDouble(9));
            Cost reduce = Cost.ofAllReduce(model.forAllReduce(workers, bytes), workers);
            Cost gather = Cost.ofAllGather(model.forAllGather(workers, bytes), workers);
            assertThat(Stream.of(Algorithm.values()))
                    .as("%s, %d workers, %f bytes", model, workers, bytes)
                    .allMatch(other ->
                            model.nanos(reduce, bytes)
                                            <= model.nanos(Cost.ofAllReduce(other, workers), bytes)
                                    && model.nanos(gather, bytes)
                                            <= model.nanos(
                                                    Cost.ofAllGather(other, workers), bytes));
        }
    }

    @Test
    void allWorkersMeasureTheSame() throws Exception {
        for (int workers = 1; workers <= 7; workers++) {
            List<Hockney> models = Gang.run(workers, Measurement::of);
            assertThat(new HashSet<>(models)).as("%d workers", workers).hasSize(1);
            assertThat(models.get(0).latencyNanos() > 0).isEqualTo(workers > 1);
        }
    }
}
