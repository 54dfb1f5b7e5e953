package io.millrace.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Seeds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class MemoryHoldingsTest {

    private static final int SPAN = 4096;
    private static final int SLAB = SPAN - 32;

    @Test
    void accountsOfOneUseAndOwnerAreOneHolderAndTheLargestIsFirst() throws Exception {
        try (MemoryBudget budget = new MemoryBudget(20 * SPAN, SPAN, 0)) {
            List<Slab> slabs = new ArrayList<>();
            slabs.addAll(budget.account(MemoryUse.TABLE, "a").take(SlabKind.HEAP, 3, SLAB));
            slabs.addAll(budget.account(MemoryUse.MERGE, "b").take(SlabKind.NATIVE, 2, SLAB));
            slabs.addAll(budget.account(MemoryUse.MERGE, "b").take(SlabKind.HEAP, 2, SLAB));
            slabs.addAll(budget.account(MemoryUse.NAMESPACE, null).take(SlabKind.HEAP, 1, SLAB));

            assertThat(budget.holdings().holders())
                    .containsExactly(
                            new MemoryHolding(MemoryUse.MERGE, "b", 4 * SPAN),
                            new MemoryHolding(MemoryUse.TABLE, "a", 3 * SPAN),
                            new MemoryHolding(MemoryUse.NAMESPACE, null, SPAN));
            slabs.forEach(Slab::close);
            assertThat(budget.holdings().holders()).isEmpty();
        }
    }

    @Test
    void aSlabCountsForTheAccountItWasTakenThrough() throws Exception {
        try (MemoryBudget budget = new MemoryBudget(20 * SPAN, SPAN, 0)) {
            MemoryAccount first = budget.account(MemoryUse.TABLE, "a");
            MemoryAccount second = budget.account(MemoryUse.TABLE, "a");
            Slab slab = first.take(SlabKind.HEAP, 1, SLAB).get(0);

            assertThat(first.heldBytes()).isEqualTo(SPAN);
            assertThat(second.heldBytes()).isZero();
            slab.close();
            assertThat(first.heldBytes()).isZero();
        }
    }

    @Test
    void theLargestHoldersAreNamedAndTheOthersAddedUp() {
        List<MemoryHolding> holders = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            holders.add(new MemoryHolding(MemoryUse.TABLE, "job " + i, (7 - i) << 20));
        }

        assertThat(new MemoryHoldings(64 << 20, 28 << 20, holders))
                .hasToString(
                        "record memory: 28.0 MB of 64.0 MB are taken, 7.0 MB by collector tables of"
                                + " job 0, 6.0 MB by collector tables of job 1, 5.0 MB by collector"
                                + " tables of job 2, 4.0 MB by collector tables of job 3, 6.0 MB by"
                                + " 3 others");
        assertThat(new MemoryHoldings(64 << 20, 0, List.of()))
                .hasToString("record memory: 0 bytes of 64.0 MB are taken");
    }

    /** While threads take and give back, each look at it sees sums that agree. */
    @Test
    void whatHoldersHoldAddsUpToWhatIsHeldAtAnyTime() throws Exception {
        int threads = 4;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (MemoryBudget budget = new MemoryBudget(64 * SPAN, SPAN, 2 * SPAN)) {
            List<Callable<Map<MemoryUse, Long>>> all = new ArrayList<>();
            List<Runnable> ends = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                RandomHolder holder = new RandomHolder(budget, "job " + i % 2, i);
                all.add(holder);
                ends.add(holder::end);
            }
            List<Future<Map<MemoryUse, Long>>> running = pool.invokeAll(all);
            Map<MemoryUse, Long> expected = new EnumMap<>(MemoryUse.class);
            for (Future<Map<MemoryUse, Long>> each : running) {
                each.get().forEach((use, bytes) -> expected.merge(use, bytes, Long::sum));
            }
            expected.values().removeIf(bytes -> bytes == 0);

            assertThat(byUse(budget.holdings())).as(Seeds.line()).isEqualTo(expected);
            assertThat(expected).as(Seeds.line()).isNotEmpty();
            ends.forEach(Runnable::run);
            assertThat(budget.heldBytes()).as(Seeds.line()).isZero();
            assertThat(budget.holdings().holders()).as(Seeds.line()).isEmpty();
        } finally {
            pool.shutdown();
            assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    private static Map<MemoryUse, Long> byUse(MemoryHoldings holdings) {
        Map<MemoryUse, Long> sums = new HashMap<>();
        holdings.holders().forEach(holder -> sums.merge(holder.use(), holder.bytes(), Long::sum));
        return sums;
    }

    /** Takes and gives back at random, in each of the ways there are; says what it has at last. */
    private static final class RandomHolder implements Callable<Map<MemoryUse, Long>> {

        private static final int STEPS = 5_000;

        private final MemoryBudget budget;
        private final Random random;
        private final Map<MemoryUse, MemoryAccount> accounts = new EnumMap<>(MemoryUse.class);
        private final Map<MemoryUse, Long> held = new EnumMap<>(MemoryUse.class);
        private final List<Taken> taken = new ArrayList<>();

        private record Taken(MemoryUse use, Slab slab, long bytes) {}

        RandomHolder(MemoryBudget budget, String job, int number) {
            this.budget = budget;
            this.random = Seeds.random("holder " + number);
            for (MemoryUse use : MemoryUse.values()) {
                accounts.put(use, budget.account(use, job));
            }
        }

        @Override
        public Map<MemoryUse, Long> call() throws Exception {
            for (int step = 0; step < STEPS; step++) {
                if (taken.isEmpty() || random.nextInt(5) < 3) {
                    take();
                } else {
                    giveBack(taken.remove(random.nextInt(taken.size())));
                }
                MemoryHoldings now = budget.holdings();
                assertThat(now.holders().stream().mapToLong(MemoryHolding::bytes).sum())
                        .as(Seeds.line())
                        .isEqualTo(now.heldBytes());
            }
            return held;
        }

        private void take() throws InterruptedException {
            MemoryUse use = MemoryUse.values()[random.nextInt(MemoryUse.values().length)];
            MemoryAccount account = accounts.get(use);
            SlabKind kind = random.nextBoolean() ? SlabKind.HEAP : SlabKind.NATIVE;
            int bytes =
                    random.nextInt(8) == 0 ? SPAN + random.nextInt(SPAN) : 1 + random.nextInt(SLAB);
            switch (random.nextInt(8)) {
                case 0 -> account.tryTake(kind, 2, bytes).forEach(slab -> add(use, slab));
                case 1 -> account.takeSpare(kind, 3, bytes).forEach(slab -> add(use, slab));
                case 2 -> add(use, account.takeSpare(kind, bytes));
                case 3 -> add(use, taken.size() < 20 ? account.overdraw(bytes) : null);
                default -> add(use, account.tryTake(kind, bytes));
            }
        }

        private void add(MemoryUse use, @Nullable Slab slab) {
            if (slab != null) {
                long bytes = budget.cost(slab.capacity());
                taken.add(new Taken(use, slab, bytes));
                held.merge(use, bytes, Long::sum);
            }
        }

        private void giveBack(Taken back) {
            back.slab().close();
            back.slab().close();
            held.merge(back.use(), -back.bytes(), Long::sum);
        }

        void end() {
            taken.forEach(this::giveBack);
            taken.clear();
        }
    }
}
