package io.millrace.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.collective.testing.Gang;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every algorithm, with any number of workers, against a fold of one thread. */
class CollectiveTest {

    private static final int MOST_WORKERS = 9;
    private static final long SEED = 42;

    /** Sums by key, as the simplest thing that can be combined, cut and joined. */
    private static final class Sums implements Merging<Map<Integer, Long>> {

        @Override
        public Map<Integer, Long> combine(Map<Integer, Long> one, Map<Integer, Long> other) {
            other.forEach((key, value) -> one.merge(key, value, Long::sum));
            return one;
        }

        @Override
        public List<Map<Integer, Long>> split(Map<Integer, Long> all, int pieces) {
            List<Map<Integer, Long>> split = new ArrayList<>();
            for (int i = 0; i < pieces; i++) {
                split.add(new TreeMap<>());
            }
            all.forEach((key, value) -> split.get(key % pieces).put(key, value));
            return split;
        }

        @Override
        public Map<Integer, Long> join(List<Map<Integer, Long>> pieces) {
            Map<Integer, Long> all = new TreeMap<>();
            pieces.forEach(all::putAll);
            return all;
        }

        @Override
        public byte[] encode(Map<Integer, Long> part) {
            return part.entrySet().stream()
                    .map(entry -> entry.getKey() + ":" + entry.getValue())
                    .collect(Collectors.joining(","))
                    .getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public Map<Integer, Long> decode(byte[] message) {
            Map<Integer, Long> part = new TreeMap<>();
            String text = new String(message, StandardCharsets.US_ASCII);
            for (String entry : text.isEmpty() ? new String[0] : text.split(",", -1)) {
                int colon = entry.indexOf(':');
                part.put(
                        Integer.valueOf(entry.substring(0, colon)),
                        Long.valueOf(entry.substring(colon + 1)));
            }
            return part;
        }
    }

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
                expected.add("x".repeat(rank * rank % 7)); // empty ones among them
            }
            List<List<String>> results =
                    Gang.run(
                            size,
                            transport ->
                                    algorithm
                                            .collective()
                                            .allGather(
                                                    transport,
                                                    expected.get(transport.rank())
                                                            .getBytes(StandardCharsets.US_ASCII))
                                            .stream()
                                            .map(each ->
                                                    new String(each, StandardCharsets.US_ASCII))
                                            .toList());
            assertThat(results).as("%d workers", size).hasSize(size).containsOnly(expected);
        }
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
