package io.millrace.engine.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.Cancellation;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.BadOrders;
import io.millrace.engine.testing.TestMemory;
import java.io.IOException;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The comparisons of a sort, whatever they answer, and those after a cancellation. */
class SortBoundTest {

    private static final int[] SIZES = {2, 24, 25, 100, 511, 512, 3_000, 20_000};
    private static final int LARGE = 100_000;

    /** The promise of {@link Cancellation}. */
    private static final int MOST_RECORDS = 10_000;

    private static final int MOST_COMPARISONS = 1_000;

    private final AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.MAP, 0, 0));
    private long comparisons;

    enum Sort {
        PLAIN(5),
        AS_HADOOP(7);

        private final int factor;

        Sort(int factor) {
            this.factor = factor;
        }

        void run(SortIndex index, TieOrder order) throws IOException {
            if (this == PLAIN) {
                IndexSorter.sort(index, 1, false, order);
            } else {
                QuickSorter.sort(index, false, order);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(BadOrders.class)
    void noOrderTakesMoreThanNLogNComparisonsOrLosesAnEntry(BadOrders bad) throws Exception {
        for (Sort sort : Sort.values()) {
            for (int size : SIZES) {
                comparisons = 0;
                try (SortIndex index = shuffled(size, bad.ordinal())) {
                    sort.run(index, counted(bad.of(size)));

                    assertThat(addresses(index).sorted().toArray())
                            .as("%s of %s records", sort, size)
                            .isEqualTo(IntStream.range(0, size).toArray());
                }
                double log = Math.log(size) / Math.log(2);
                assertThat(comparisons)
                        .as("comparisons of %s for %s records", sort, size)
                        .isLessThanOrEqualTo((long) (sort.factor * size * log) + 12L * size);
            }
        }
    }

    /** The order of emission is the one in which such records come. */
    @ParameterizedTest
    @EnumSource(
            value = BadOrders.class,
            names = {"ORGAN_PIPES", "DESCENDING", "NEVER_ZERO", "ADVERSARY"})
    void recordsInOrderOfEmissionAreNoWorse(BadOrders bad) throws Exception {
        for (Sort sort : Sort.values()) {
            comparisons = 0;
            int size = LARGE / 10;
            try (SortIndex index = inOrder(size)) {
                sort.run(index, counted(bad.of(size)));
            }
            assertThat(comparisons)
                    .isLessThan((long) (sort.factor * size * Math.log(LARGE) / Math.log(2)));
        }
    }

    @Test
    void aConsistentOrderIsSortedWhenHeapSortTakesOver() throws Exception {
        IntBinaryOperator adversary = BadOrders.ADVERSARY.of(LARGE / 10);
        try (SortIndex index = inOrder(LARGE / 10)) {
            IndexSorter.sort(index, 1, false, counted(adversary));

            int[] sorted = addresses(index).toArray();
            for (int i = 1; i < sorted.length; i++) {
                assertThat(adversary.applyAsInt(sorted[i - 1], sorted[i])).isNegative();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PLAIN, 1",
        "PLAIN, 50000",
        "PLAIN, 1000000",
        "AS_HADOOP, 1",
        "AS_HADOOP, 50000",
        "AS_HADOOP, 1000000"
    })
    void aCancelledSortStopsComparing(Sort sort, long cancelledAt) throws Exception {
        for (BadOrders bad : new BadOrders[] {BadOrders.NEVER_ZERO, BadOrders.DESCENDING}) {
            AttemptGuard own = new AttemptGuard(guard.attempt());
            comparisons = 0;
            IntBinaryOperator order = bad.of(LARGE);
            TieOrder cancelling =
                    counted((a, b) -> {
                        if (comparisons == cancelledAt) {
                            own.revoke();
                        }
                        return order.applyAsInt(a, b);
                    });
            try (SortIndex index = shuffled(LARGE, 1)) {
                assertThatThrownBy(() -> cancellable(own, () -> sort.run(index, cancelling)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("revoked");
            }
            assertThat(comparisons).isBetween(cancelledAt, cancelledAt + MOST_COMPARISONS);
        }
    }

    @Test
    void aCancelledSortStopsMovingRecordsThatPrefixesDecide() throws Exception {
        guard.revoke();
        for (Sort sort : Sort.values()) {
            try (SortIndex index = shuffled(LARGE, 2)) {
                int[] before = addresses(index).toArray();

                assertThatThrownBy(() -> cancellable(guard, () -> byPrefix(sort, index)))
                        .hasMessageContaining("revoked");

                int[] after = addresses(index).toArray();
                assertThat(IntStream.range(0, LARGE).filter(i -> before[i] != after[i]).count())
                        .isLessThanOrEqualTo(2 * MOST_RECORDS);
            }
        }
    }

    /** The attempt's guard alone ends its work: a job may interrupt its own threads. */
    @Test
    void anInterruptEndsASortOnlyIfItBelongsToNoAttempt() throws Exception {
        try (SortIndex index = shuffled(LARGE, 3)) {
            Thread.currentThread().interrupt();
            cancellable(guard, () -> byPrefix(Sort.PLAIN, index));
            assertThatThrownBy(() -> byPrefix(Sort.PLAIN, index))
                    .hasMessageContaining("interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void cancellable(AttemptGuard by, Step step) throws IOException {
        Cancellation.during(
                by,
                () -> {
                    step.run();
                    return true;
                });
    }

    private static void byPrefix(Sort sort, SortIndex index) throws IOException {
        if (sort == Sort.PLAIN) {
            IndexSorter.sort(index, 1, true, TieOrder.BY_ADDRESS);
        } else {
            QuickSorter.sort(index, true, TieOrder.BY_ADDRESS);
        }
    }

    private TieOrder counted(IntBinaryOperator order) {
        return new TieOrder() {
            @Override
            public int compareKeys(int left, int right) {
                comparisons++;
                return order.applyAsInt(left, right);
            }

            @Override
            public boolean prefixDecides(long prefix) {
                return false;
            }
        };
    }

    /** An index whose prefixes and addresses are in no order. */
    private static SortIndex shuffled(int size, long seed) throws InterruptedException {
        Random random = new Random(seed);
        int[] addresses = IntStream.range(0, size).toArray();
        for (int i = size - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int address = addresses[i];
            addresses[i] = addresses[other];
            addresses[other] = address;
        }
        return index(addresses, random);
    }

    private static SortIndex inOrder(int size) throws InterruptedException {
        return index(IntStream.range(0, size).toArray(), new Random(0));
    }

    private static SortIndex index(int[] addresses, Random prefixes) throws InterruptedException {
        int bytes = Math.max(1024, Integer.highestOneBit(addresses.length) * 2 * 16);
        SortIndex index =
                new SortIndex(
                        TestMemory.of(4L * bytes + (16 << 20), bytes)
                                .take(SlabKind.HEAP, 1, bytes)
                                .get(0));
        for (int address : addresses) {
            index.add(prefixes.nextLong(), 0, address);
        }
        return index;
    }

    private static IntStream addresses(SortIndex index) {
        return IntStream.range(0, index.size()).map(index::address);
    }
}
