package io.millrace.engine.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.testing.TestMemory;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class IndexHeapTest {

    private static final int MOST = 100;
    private static final int SLAB = 2048;

    private final MemoryAccount memory = TestMemory.of(1 << 20, SLAB);

    @Test
    void sortsARangeAndLeavesTheEntriesAroundIt() throws IOException, InterruptedException {
        for (int size = 0; size <= MOST; size++) {
            for (int distinct : new int[] {2, MOST * MOST}) {
                long[] prefixes = new Random(size).longs(size + 3, 0, distinct).toArray();
                long[] expected = prefixes.clone();
                Arrays.sort(expected, 2, size + 2);

                assertThat(sorted(prefixes, 2, size + 2)).isEqualTo(expected);
            }
        }
    }

    private long[] sorted(long[] prefixes, int from, int to)
            throws IOException, InterruptedException {
        try (SortIndex index = new SortIndex(memory.take(SlabKind.HEAP, 1, SLAB).get(0))) {
            LongStream.of(prefixes).forEach(prefix -> index.add(prefix, 0, 0));
            IndexHeap.sort(
                    index, from, to, (a, b) -> Long.compare(index.prefix(a), index.prefix(b)));
            return LongStream.range(0, prefixes.length)
                    .map(entry -> index.prefix((int) entry))
                    .toArray();
        }
    }
}
