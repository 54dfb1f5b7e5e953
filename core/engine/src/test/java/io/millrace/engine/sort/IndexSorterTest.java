package io.millrace.engine.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.testing.TestMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class IndexSorterTest {

    private static final int SLAB = 1 << 20;

    private record Entry(long prefix, int partition, int address) {}

    private final MemoryAccount memory = TestMemory.of(8L * SLAB, SLAB);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void entriesComeByPartitionThenPrefixThenKeyThenAddress(long seed)
            throws IOException, InterruptedException {
        Random random = new Random(seed);
        int partitions = 1 + random.nextInt(random.nextBoolean() ? 3 : 1000);
        int[] keys = random.ints(20_000, 0, 1 + random.nextInt(5_000)).toArray();
        List<Entry> entries = entries(random, keys, partitions);
        TieOrder byKey = ties((a, b) -> Integer.compare(keys[a], keys[b]));

        List<Entry> sorted = sort(entries, partitions, true, byKey);

        List<Entry> expected = new ArrayList<>(entries);
        expected.sort(
                Comparator.comparingInt(Entry::partition)
                        .thenComparing(Entry::prefix, Long::compareUnsigned)
                        .thenComparing(
                                (a, b) -> Integer.compare(keys[a.address()], keys[b.address()]))
                        .thenComparingInt(Entry::address));
        assertThat(sorted).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void withoutPrefixTheKeyDecidesAlone(long seed) throws IOException, InterruptedException {
        Random random = new Random(seed);
        int[] keys = random.ints(5_000, 0, 1 + random.nextInt(2_000)).toArray();
        List<Entry> entries = entries(random, keys, 7);

        List<Entry> sorted =
                sort(entries, 7, false, ties((a, b) -> Integer.compare(keys[a], keys[b])));

        List<Entry> expected = new ArrayList<>(entries);
        expected.sort(
                Comparator.comparingInt(Entry::partition)
                        .thenComparing(
                                (a, b) -> Integer.compare(keys[a.address()], keys[b.address()]))
                        .thenComparingInt(Entry::address));
        assertThat(sorted).isEqualTo(expected);
    }

    /** Each byte of a prefix and of an address counts, and both are unsigned. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 300})
    void entriesComeByAllOfTheirPrefixAndAddress(int partitions)
            throws IOException, InterruptedException {
        Random random = new Random(partitions);
        for (int distinct : new int[] {1, 20, 20_000}) {
            long[] prefixes = random.longs(distinct).toArray();
            List<Entry> entries =
                    random.ints(20_000)
                            .distinct()
                            .mapToObj(address ->
                                    new Entry(
                                            prefixes[random.nextInt(distinct)],
                                            random.nextInt(partitions),
                                            address))
                            .toList();
            List<Entry> expected = new ArrayList<>(entries);
            expected.sort(
                    Comparator.comparingInt(Entry::partition)
                            .thenComparing(Entry::prefix, Long::compareUnsigned)
                            .thenComparing(Entry::address, Integer::compareUnsigned));

            assertThat(sort(entries, partitions, true, TieOrder.BY_ADDRESS)).isEqualTo(expected);
            assertThat(sort(entries, partitions, true, equal())).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anInconsistentOrderLosesNoEntry(long seed) throws IOException, InterruptedException {
        Random random = new Random(seed);
        List<Entry> entries = entries(random, new int[3_000], 3);

        List<Entry> sorted = sort(entries, 3, seed % 2 == 0, ties((a, b) -> random.nextInt(3) - 1));

        assertThat(sorted).containsExactlyInAnyOrderElementsOf(entries);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 256, 257, 70_000})
    void groupingByPartitionKeepsTheOrderOfEmission(int partitions)
            throws IOException, InterruptedException {
        List<Entry> entries = entries(new Random(partitions), new int[10_000], partitions);
        try (SortIndex index = fill(entries)) {
            IndexSorter.sortByPartition(index, partitions);

            List<Entry> expected = new ArrayList<>(entries);
            expected.sort(
                    Comparator.comparingInt(Entry::partition).thenComparingInt(Entry::address));
            assertThat(read(index)).isEqualTo(expected);
            int last = partitions - 1;
            assertThat(index.lowerBound(last))
                    .isEqualTo(
                            (int)
                                    expected.stream()
                                            .filter(entry -> entry.partition() < last)
                                            .count());
        }
    }

    private static List<Entry> entries(Random random, int[] keys, int partitions) {
        List<Entry> entries = new ArrayList<>();
        for (int address = 0; address < keys.length; address++) {
            entries.add(new Entry(prefix(keys[address]), random.nextInt(partitions), address));
        }
        return entries;
    }

    /** One of its own, odd, for each even key; one for all odd keys of some neighbourhood. */
    private static long prefix(int key) {
        return key % 2 == 0 ? (long) key << 40 | 1 : ((key / 7L - 50) * 0x0101_0101_0101L) & ~1L;
    }

    private static TieOrder ties(IntBinaryOperator order) {
        return new TieOrder() {
            @Override
            public int compareKeys(int left, int right) {
                return order.applyAsInt(left, right);
            }

            @Override
            public boolean prefixDecides(long prefix) {
                return (prefix & 1) == 1;
            }
        };
    }

    /** All keys are equal, which only the comparator knows. */
    private static TieOrder equal() {
        return new TieOrder() {
            @Override
            public int compareKeys(int left, int right) {
                return 0;
            }

            @Override
            public boolean prefixDecides(long prefix) {
                return false;
            }
        };
    }

    private List<Entry> sort(List<Entry> entries, int partitions, boolean prefixed, TieOrder ties)
            throws IOException, InterruptedException {
        try (SortIndex index = fill(entries)) {
            IndexSorter.sort(index, partitions, prefixed, ties);
            return read(index);
        }
    }

    private SortIndex fill(List<Entry> entries) throws InterruptedException {
        Slab slab = memory.take(SlabKind.HEAP, 1, SLAB).get(0);
        SortIndex index = new SortIndex(slab);
        entries.forEach(entry -> index.add(entry.prefix(), entry.partition(), entry.address()));
        return index;
    }

    private static List<Entry> read(SortIndex index) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < index.size(); i++) {
            entries.add(new Entry(index.prefix(i), index.partition(i), index.address(i)));
        }
        return entries;
    }
}
