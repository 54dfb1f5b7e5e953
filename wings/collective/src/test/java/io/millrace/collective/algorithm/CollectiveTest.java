package io.millrace.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.collective.testing.Gang;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import java.io.DataInput;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every algorithm, with any number of workers, against a fold of one thread. */
@Tag("jdk")
class CollectiveTest {

    private static final int MOST_WORKERS = 9;
    private static final long SEED = 42;

    private static Map<Integer, Long> random(SplittableRandom random) {
        Map<Integer, Long> sums = new TreeMap<>();
        for (int left = random.nextInt(20); left > 0; left--) {
            sums.put(random.nextInt(30), random.nextLong(-1000, 1000));
        }
        return sums;
    }

    private static Map<Integer, Long> fold(List<Map<Integer, Long>> all) {
        Map<Integer, Long> sum = new TreeMap<>();
        all.forEach(each -> new Sums().combine(sum, each));
        return sum;
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void allReduceTellsEveryWorkerTheFoldOfAll(Algorithm algorithm) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int size = 1; size <= MOST_WORKERS; size++) {
            List<Map<Integer, Long>> own = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) {
                own.add(random(random));
            }
            Map<Integer, Long> expected = fold(own);
            List<Map<Integer, Long>> results =
                    Gang.run(
                            size,
                            transport ->
                                    algorithm
                                            .collective()
                                            .allReduce(
                                                    transport,
                                                    new TreeMap<>(own.get(transport.rank())),
                                                    new Sums()));
            assertThat(results).as("%d workers", size).hasSize(size).containsOnly(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void allGatherTellsEveryWorkerWhatEachHas(Algorithm algorithm) throws Exception {
        for (int size = 1; size <= MOST_WORKERS; size++) {
            List<String> expected = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) {
                expected.add("x".repeat(rank * rank % 7 * 1000)); // empty ones among them
            }
            List<List<String>> results =
                    Gang.run(
                            size,
                            transport ->
                                    algorithm
                                            .collective()
                                            .allGather(
                                                    transport,
                                                    Gang.message(
                                                            transport,
                                                            out ->
                                                                    out.writeUTF(
                                                                            expected.get(
                                                                                    transport
                                                                                            .rank()))),
                                                    DataInput::readUTF));
            assertThat(results).as("%d workers", size).hasSize(size).containsOnly(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void messagesLargerThanTheMemoryArrive(Algorithm algorithm) throws Exception {
        MemoryAccount tiny =
                new MemoryBudget(1 << 16, 1 << 12, 1 << 14).account(MemoryUse.MESSAGES, null);
        Map<Integer, Long> large = new TreeMap<>();
        for (int key = 0; key < 20_000; key++) {
            large.put(key, (long) key);
        }
        List<Boolean> results =
                Gang.run(
                        5,
                        tiny,
                        transport -> {
                            Map<Integer, Long> all =
                                    algorithm
                                            .collective()
                                            .allReduce(transport, new TreeMap<>(large), new Sums());
                            List<Map<Integer, Long>> each =
                                    algorithm
                                            .collective()
                                            .allGather(
                                                    transport,
                                                    Gang.message(
                                                            transport,
                                                            out -> new Sums().write(large, out)),
                                                    new Sums()::read);
                            return all.get(7) == 5 * 7
                                    && each.equals(Collections.nCopies(5, large));
                        });
        assertThat(results).containsOnly(true);
        assertThat(tiny.budget().peakBytes()).isGreaterThan(tiny.maxBytes());
        assertThat(tiny.heldBytes()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void collectivesMayFollowEachOtherAtOnce(Algorithm algorithm) throws Exception {
        int rounds = 50;
        List<Long> results =
                Gang.run(
                        5,
                        transport -> {
                            long sum = 0;
                            for (int round = 0; round < rounds; round++) {
                                Map<Integer, Long> own = new TreeMap<>(Map.of(round, 1L));
                                sum +=
                                        algorithm
                                                .collective()
                                                .allReduce(transport, own, new Sums())
                                                .get(round);
                            }
                            return sum;
                        });
        assertThat(results).containsOnly(5L * rounds);
    }

    @Test
    void reduceScatterLeavesEachWorkerItsPieceOfTheFold() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int size = 1; size <= MOST_WORKERS; size++) {
            int workers = size;
            List<Map<Integer, Long>> own = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) {
                own.add(random(random));
            }
            List<Map<Integer, Long>> expected = new Sums().split(fold(own), size);
            List<Map<Integer, Long>> results =
                    Gang.run(
                            size,
                            transport ->
                                    Collective.reduceScatter(
                                            transport,
                                            new Sums().split(own.get(transport.rank()), workers),
                                            new Sums()));
            assertThat(results).as("%d workers", size).isEqualTo(expected);
        }
    }

    @Test
    void nobodyPassesABarrierBeforeAllAreThere() throws Exception {
        AtomicInteger there = new AtomicInteger();
        List<Integer> seen =
                Gang.run(
                        6,
                        transport -> {
                            there.incrementAndGet();
                            Collective.barrier(transport);
                            return there.get();
                        });
        assertThat(seen).containsOnly(6);
    }
}
