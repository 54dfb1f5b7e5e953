package io.millrace.formats.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.sort.QuickSorter;
import io.millrace.engine.sort.SortIndex;
import io.millrace.engine.sort.TieOrder;
import io.millrace.testing.Seeds;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.QuickSort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine's twin of Hadoop's quicksort leaves entries where Hadoop's does. */
final class QuickSorterTest {

    private static final int SLAB = 1 << 20;

    @ParameterizedTest
    @MethodSource("numbers")
    void leavesEqualKeysWhereHadoopsDoes(int number) throws IOException, InterruptedException {
        Random random = Seeds.random("quick-" + number);
        int size = random.nextInt(random.nextBoolean() ? 40 : 20_000);
        int distinct = 1 + random.nextInt(random.nextBoolean() ? 10 : 20_000);
        int[] keys = random.ints(size, 0, distinct).toArray();
        if (random.nextInt(4) == 0) {
            Arrays.sort(keys, 0, size / (1 + random.nextInt(3)));
        }
        checkSame(keys, 1 + random.nextInt(3), random.nextInt(4));
    }

    static IntStream numbers() {
        return IntStream.range(0, 200);
    }

    /** Keys that were chosen while they were compared, so that each pivot is a bad one. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 5_000, 20_000})
    void givesUpWhereHadoopsDoes(int size) throws IOException, InterruptedException {
        int[] keys = new int[size];
        Arrays.fill(keys, size);
        int[] places = IntStream.range(0, size).toArray();
        new QuickSort().sort(new Adversary(keys, places), 0, size);
        int[] backwards = new int[size];
        for (int i = 0; i < size; i++) {
            backwards[i] = keys[size - 1 - i];
        }

        checkSame(backwards, 1, 0);
        checkSame(backwards, 1, 2);
    }

    /** Comparators that contradict themselves, by what they answer for two keys. */
    @ParameterizedTest
    @ValueSource(ints = {12, 13, 500, 20_000})
    void leavesEntriesWhereHadoopsDoesWithAComparatorThatContradictsItself(int size)
            throws IOException, InterruptedException {
        List<IntBinaryOperator> orders =
                List.of(
                        (a, b) -> a < b ? 1 : -1,
                        (a, b) -> a > b ? 1 : -1,
                        (a, b) -> -1,
                        (a, b) -> 1,
                        (a, b) -> 0,
                        (a, b) -> (a % 3 - b % 3 + 4) % 3 - 1,
                        (a, b) -> ((a * 31 + b) * 0x9e3779b9) >> 30,
                        (a, b) -> a < b ? Integer.MIN_VALUE : Integer.MAX_VALUE);
        for (IntBinaryOperator order : orders) {
            for (int distinct : new int[] {1, 5, size}) {
                int[] keys = Seeds.random("bad-" + size).ints(size, 0, distinct).toArray();
                checkSame(keys, 1, 3, order);
            }
        }
    }

    /**
     * Sorts both ways; the record of address i has keys[i] and partition keys[i] % partitions.
     *
     * @param prefixBits of a key that the prefix leaves out
     */
    private static void checkSame(int[] keys, int partitions, int prefixBits)
            throws IOException, InterruptedException {
        checkSame(keys, partitions, prefixBits, Integer::compare);
    }

    private static void checkSame(
            int[] keys, int partitions, int prefixBits, IntBinaryOperator order)
            throws IOException, InterruptedException {
        int[] places = IntStream.range(0, keys.length).map(i -> keys.length - 1 - i).toArray();
        if (keys.length > 0) {
            new QuickSort().sort(new ByKey(keys, places, partitions, order), 0, keys.length);
        }
        MemoryBudget memory = new MemoryBudget(8L * SLAB, SLAB, 0);
        Slab slab =
                memory.account(MemoryUse.SORT_INDEX, "a test")
                        .take(SlabKind.HEAP, 1, SLAB - 64)
                        .get(0);
        try (SortIndex index = new SortIndex(slab)) {
            for (int i = 0; i < keys.length; i++) {
                index.add(keys[i] >>> prefixBits, keys[i] % partitions, i);
            }
            QuickSorter.sort(index, prefixBits < 3, ties(keys, prefixBits, order));
            int[] sorted = IntStream.range(0, index.size()).map(index::address).toArray();
            assertThat(sorted).as(Seeds.line()).isEqualTo(places);
        }
        assertThat(memory.heldBytes()).isZero();
    }

    private static TieOrder ties(int[] keys, int prefixBits, IntBinaryOperator order) {
        return new TieOrder() {
            @Override
            public int compareKeys(int left, int right) {
                return order.applyAsInt(keys[left], keys[right]);
            }

            @Override
            public boolean prefixDecides(long prefix) {
                return prefixBits == 0;
            }
        };
    }

    /** Hadoop's view of records: by partition, then key. */
    private static final class ByKey implements IndexedSortable {
        private final int[] keys;
        private final int[] places;
        private final int partitions;
        private final IntBinaryOperator order;

        ByKey(int[] keys, int[] places, int partitions, IntBinaryOperator order) {
            this.keys = keys;
            this.places = places;
            this.partitions = partitions;
            this.order = order;
        }

        @Override
        public int compare(int i, int j) {
            int left = keys[places[i]];
            int right = keys[places[j]];
            int byPartition = Integer.compare(left % partitions, right % partitions);
            return byPartition != 0 ? byPartition : order.applyAsInt(left, right);
        }

        @Override
        public void swap(int i, int j) {
            int place = places[i];
            places[i] = places[j];
            places[j] = place;
        }
    }

    /**
     * Decides keys as late as it can, and then the least that are left (McIlroy, "A killer
     * adversary for quicksort", 1999).
     */
    private static final class Adversary implements IndexedSortable {
        private final int[] keys;
        private final int[] places;
        private final int open;
        private int decided;
        private int candidate;

        Adversary(int[] keys, int[] places) {
            this.keys = keys;
            this.places = places;
            this.open = keys.length;
        }

        @Override
        public int compare(int i, int j) {
            int left = places[i];
            int right = places[j];
            if (keys[left] == open && keys[right] == open) {
                keys[left == candidate ? left : right] = decided++;
            }
            if (keys[left] == open) {
                candidate = left;
            } else if (keys[right] == open) {
                candidate = right;
            }
            return Integer.compare(keys[left], keys[right]);
        }

        @Override
        public void swap(int i, int j) {
            int place = places[i];
            places[i] = places[j];
            places[j] = place;
        }
    }
}
