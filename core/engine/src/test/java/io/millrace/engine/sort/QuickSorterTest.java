package io.millrace.engine.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.testing.TestMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A twin in module formats, which knows Hadoop, compares many more indexes with Hadoop's. */
class QuickSorterTest {

    private static final int SLAB = 1 << 20;

    private record Entry(long prefix, int partition, int address) {}

    private final MemoryAccount memory = TestMemory.of(8L * SLAB, SLAB);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 12, 13, 14, 100, 10_000})
    void entriesComeByPartitionThenPrefixThenKey(int size) throws Exception {
        Random random = new Random(size);
        for (int distinct : new int[] {1, 3, 2 * size + 1}) {
            int[] keys = random.ints(size, 0, distinct).toArray();
            for (boolean prefixed : new boolean[] {true, false}) {
                List<Entry> entries = entries(random, keys, 3);

                List<Entry> sorted = sort(entries, prefixed, keys);

                assertThat(sorted).containsExactlyInAnyOrderElementsOf(entries);
                assertThat(sorted).isSortedAccordingTo(order(keys, prefixed));
            }
        }
    }

    /** In these orders Hadoop's QuickSort leaves equal keys; a stable sort would not. */
    @ParameterizedTest
    @CsvSource({
        "0000000, 6 5 4 3 2 1 0",
        "10101010101010101010, 19 17 15 13 11 9 7 5 3 1 4 18 8 16 0 14 6 12 2 10",
        "12120212012102210210, 8 19 12 16 4 9 18 15 11 6 2 0 7 1 5 17 3 10 13 14"
    })
    void equalKeysComeInHadoopsOrder(String keys, String expected) throws Exception {
        int[] digits = keys.chars().map(digit -> digit - '0').toArray();

        assertThat(addresses(digits).mapToObj(Integer::toString).collect(Collectors.joining(" ")))
                .isEqualTo(expected);
    }

    /** The same for longer indexes, whose order by Hadoop's QuickSort has this hash. */
    @ParameterizedTest
    @CsvSource({
        "14, 2, -612925676",
        "40, 3, -1678272165",
        "1000, 1, -669462899",
        "1000, 20, -351825607",
        "5000, 700, 1244842777"
    })
    void manyEqualKeysComeInHadoopsOrder(int size, int distinct, int hash) throws Exception {
        int[] keys = new Random(size).ints(size, 0, distinct).toArray();

        assertThat(Arrays.hashCode(addresses(keys).toArray())).isEqualTo(hash);
    }

    /** The comparator decides only between keys whose prefixes do not. */
    @Test
    void aPrefixThatDecidesNeedsNoComparison() throws Exception {
        int[] keys = new Random(1).ints(500, 0, 50).map(key -> 2 * key).toArray();
        List<Entry> entries = entries(new Random(1), keys, 2);
        try (SortIndex index = fill(entries)) {
            QuickSorter.sort(
                    index,
                    true,
                    ties((a, b) -> {
                        throw new AssertionError("compared " + a + " and " + b);
                    }));
            assertThat(read(index)).isSortedAccordingTo(order(keys, true));
        }
    }

    private static Comparator<Entry> order(int[] keys, boolean prefixed) {
        return Comparator.comparingInt(Entry::partition)
                .thenComparing(entry -> prefixed ? entry.prefix() : 0, Long::compareUnsigned)
                .thenComparingInt(entry -> keys[entry.address()]);
    }

    /** Even keys have prefixes of their own, which decide; two odd ones share one. */
    private static List<Entry> entries(Random random, int[] keys, int partitions) {
        List<Entry> entries = new ArrayList<>();
        for (int address = 0; address < keys.length; address++) {
            int key = keys[address];
            long prefix = key % 2 == 0 ? (long) key << 58 | key << 1 | 1 : (key / 4L) << 58;
            entries.add(new Entry(prefix, random.nextInt(partitions), address));
        }
        return entries;
    }

    private IntStream addresses(int[] keys) throws IOException, InterruptedException {
        return sort(entries(new Random(1), keys, 1), false, keys).stream().mapToInt(Entry::address);
    }

    private List<Entry> sort(List<Entry> entries, boolean prefixed, int[] keys)
            throws IOException, InterruptedException {
        try (SortIndex index = fill(entries)) {
            QuickSorter.sort(index, prefixed, ties((a, b) -> Integer.compare(keys[a], keys[b])));
            return read(index);
        }
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

    private SortIndex fill(List<Entry> entries) throws InterruptedException {
        SortIndex index = new SortIndex(memory.take(SlabKind.HEAP, 1, SLAB).get(0));
        entries.forEach(entry -> index.add(entry.prefix(), entry.partition(), entry.address()));
        return index;
    }

    private static List<Entry> read(SortIndex index) {
        return IntStream.range(0, index.size())
                .mapToObj(i -> new Entry(index.prefix(i), index.partition(i), index.address(i)))
                .toList();
    }
}
