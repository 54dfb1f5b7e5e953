package io.millrace.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.collective.testing.Gang;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import java.io.DataInput;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChosenCollectiveTest {

    private static final int MOST_WORKERS = 9;

    /** Ten microseconds, and a byte each nanosecond. */
    private static final Hockney MODEL = new Hockney(10_000, 1);

    /** The bytes of a key and its sum. */
    private static final int ENTRY_BYTES = 12;

    private static Map<Integer, Long> numbers(int keys) {
        Map<Integer, Long> numbers = new TreeMap<>();
        for (int key = 0; key < keys; key++) {
            numbers.put(key, 1L);
        }
        return numbers;
    }

    /** Sums by all workers; returns the number of workers. */
    private static long reduce(Collective collective, Transport transport, int keys)
            throws Exception {
        Map<Integer, Long> sums = collective.allReduce(transport, numbers(keys), new Sums());
        assertThat(sums).hasSize(keys);
        return sums.get(keys - 1);
    }

    /** Tells all workers, as the verdict on an iteration does. */
    private static long agree(ChosenCollective collective, Transport transport) throws Exception {
        long sum =
                Algorithm.AUTO
                        .collective()
                        .allGather(
                                transport,
                                Gang.message(transport, out -> out.writeLong(collective.sent())),
                                DataInput::readLong)
                        .stream()
                        .mapToLong(each -> each)
                        .sum();
        collective.agree(sum);
        return sum;
    }

    @Test
    void allWorkersChooseByTheSizeOfTheRoundBefore() throws Exception {
        int[] keys = {10, 10_000, 10_000, 10, 10};
        for (int size = 2; size <= MOST_WORKERS; size++) {
            List<Algorithm> expected = new ArrayList<>();
            expected.add(Algorithm.EXCHANGE);
            for (int round = 1; round < keys.length; round++) {
                expected.add(MODEL.forAllReduce(size, (double) keys[round - 1] * ENTRY_BYTES));
            }
            int workers = size;
            List<List<Algorithm>> chosen =
                    Gang.run(
                            size,
                            transport -> {
                                ChosenCollective collective = new ChosenCollective(Algorithm.AUTO);
                                collective.begin(MODEL);
                                List<Algorithm> own = new ArrayList<>();
                                for (int each : keys) {
                                    assertThat(reduce(collective, transport, each))
                                            .isEqualTo(workers);
                                    own.add(collective.last());
                                    agree(collective, transport);
                                }
                                return own;
                            });
            assertThat(chosen).as("%d workers", size).containsOnly(expected);
        }
    }

    @Test
    void aGangThatMeetsAgainForgetsTheSize() throws Exception {
        List<Algorithm> chosen =
                Gang.run(
                        4,
                        transport -> {
                            ChosenCollective collective = new ChosenCollective(Algorithm.AUTO);
                            collective.begin(MODEL);
                            reduce(collective, transport, 10_000);
                            agree(collective, transport);
                            collective.begin(MODEL);
                            reduce(collective, transport, 10_000);
                            return collective.last();
                        });
        assertThat(chosen).containsOnly(Algorithm.EXCHANGE);
    }

    @Test
    void anAllGatherIsChosenByTheBytesOfAllWorkers() throws Exception {
        int[] sizes = {10, 10_000, 10_000};
        List<List<Algorithm>> chosen =
                Gang.run(
                        MOST_WORKERS,
                        transport -> {
                            ChosenCollective collective = new ChosenCollective(Algorithm.AUTO);
                            collective.begin(MODEL);
                            List<Algorithm> own = new ArrayList<>();
                            for (int size : sizes) {
                                gather(collective, transport, size);
                                own.add(collective.last());
                                assertThat(agree(collective, transport))
                                        .isEqualTo((long) MOST_WORKERS * size);
                            }
                            return own;
                        });
        assertThat(chosen)
                .containsOnly(List.of(Algorithm.EXCHANGE, Algorithm.EXCHANGE, Algorithm.RING));
    }

    private static void gather(Collective collective, Transport transport, int bytes)
            throws Exception {
        Message own = Gang.message(transport, out -> out.write(new byte[bytes]));
        List<Integer> available =
                collective.allGather(
                        transport, own, in -> ((InputStream) in).readAllBytes().length);
        assertThat(available).containsOnly(bytes).hasSize(transport.size());
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void anAlgorithmThatIsSetStays(Algorithm algorithm) throws Exception {
        List<Algorithm> used =
                Gang.run(
                        3,
                        transport -> {
                            ChosenCollective collective = new ChosenCollective(algorithm);
                            for (int keys : new int[] {10, 10_000, 10}) {
                                reduce(collective, transport, keys);
                                agree(collective, transport);
                            }
                            return collective.last();
                        });
        assertThat(used).containsOnly(algorithm);
    }

    /** Otherwise the size would be wrong, by which the next algorithm is chosen. */
    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void workersSendAsManyBytesAsTheModelSays(Algorithm algorithm) throws Exception {
        int keys = 5_040; // divisible by each number of workers
        for (int size = 2; size <= MOST_WORKERS; size++) {
            List<Long> sent =
                    Gang.run(
                            size,
                            transport -> {
                                ChosenCollective collective = new ChosenCollective(algorithm);
                                reduce(collective, transport, keys);
                                return agree(collective, transport);
                            });
            double multiples = (double) sent.get(0) / (keys * ENTRY_BYTES);
            assertThat(multiples)
                    .as("%d workers", size)
                    .isCloseTo(Cost.sentInAllReduce(algorithm, size), within(0.05));
        }
    }
}
