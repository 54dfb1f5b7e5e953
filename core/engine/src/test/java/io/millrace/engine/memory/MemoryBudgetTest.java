package io.millrace.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("jdk")
class MemoryBudgetTest {

    private static final int SPAN = 4096;
    private static final int SLAB = SPAN - 32;

    /** The budget keeps two buffers for writing to disk. */
    private static final long BUFFERS = 2 * SPAN;

    @Test
    void tryTakeLeavesTheHeadroomThatTakeMayUse() throws InterruptedException {
        try (MemoryBudget budget = new MemoryBudget(BUFFERS + 3 * SPAN, SPAN, 2 * SPAN)) {
            Slab first = account(budget).tryTake(SlabKind.HEAP, SLAB);
            assertThat(first).isNotNull();
            assertThat(account(budget).tryTake(SlabKind.HEAP, SLAB)).isNull();

            List<Slab> floor = account(budget).take(SlabKind.HEAP, 2, SLAB);

            assertThat(budget.heldBytes()).isEqualTo(3 * SPAN);
            floor.forEach(Slab::close);
            first.close();
            assertThat(budget.heldBytes()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SlabKind.class,
            names = {"HEAP", "NATIVE"})
    void closingASlabTwiceReturnsItOnce(SlabKind kind) throws InterruptedException {
        try (MemoryBudget budget = new MemoryBudget(BUFFERS + 3 * SPAN, SPAN, 0)) {
            Slab kept = account(budget).take(kind, 1, SLAB).get(0);
            Slab slab = account(budget).take(kind, 1, SLAB).get(0);
            slab.close();
            slab.close();

            assertThat(budget.heldBytes()).isEqualTo(SPAN);
            kept.close();
        }
    }

    @Test
    void whatSomebodyHasInObjectsCountsAsLongAsItIsHeld() throws InterruptedException {
        try (MemoryBudget budget = new MemoryBudget(BUFFERS + 3 * SPAN, SPAN, SPAN)) {
            HeldObjects objects = new HeldObjects(account(budget));
            assertThat(objects.tryTake(2 * SPAN)).isTrue();
            assertThat(objects.tryTake(3 * SPAN)).isFalse();
            assertThat(account(budget).tryTake(SlabKind.HEAP, SLAB)).isNull();
            assertThat(budget.heldBytes()).isEqualTo(2 * SPAN);

            objects.close();
            objects.close();

            assertThat(budget.heldBytes()).isZero();
            try (Slab slab = account(budget).tryTake(SlabKind.HEAP, SLAB)) {
                assertThat(slab).isNotNull();
            }
        }
    }

    @Test
    void aSlabLargerThanTheOrdinaryTakesWholeSpans() throws InterruptedException {
        try (MemoryBudget budget = new MemoryBudget(BUFFERS + 4 * SPAN, SPAN, 0)) {
            Slab large = account(budget).tryTake(SlabKind.HEAP, SPAN);
            assertThat(budget.heldBytes()).isEqualTo(2 * SPAN);
            assertThat(large.capacity()).isEqualTo(SPAN);
            assertThat(account(budget).tryTake(SlabKind.HEAP, 3 * SPAN)).isNull();
            large.close();
            assertThat(budget.heldBytes()).isZero();
        }
    }

    @Test
    void memoryOfATableIsUsedAgainAndThatOfALargeRecordIsNot() throws InterruptedException {
        try (MemoryBudget budget = new MemoryBudget(BUFFERS + 6 * SPAN, SPAN, 0)) {
            Slab table = account(budget).tryTake(SlabKind.HEAP, 2 * SPAN);
            Slab record = account(budget).tryTake(SlabKind.HEAP, 2 * SPAN + 1);
            byte[] tableBytes = table.array();
            byte[] recordBytes = record.array();
            table.close();
            record.close();

            try (Slab nextTable = account(budget).tryTake(SlabKind.HEAP, 2 * SPAN);
                    Slab nextRecord = account(budget).tryTake(SlabKind.HEAP, 2 * SPAN + 1)) {
                assertThat(nextTable.array()).isSameAs(tableBytes);
                assertThat(nextRecord.array()).isNotSameAs(recordBytes);
            }
        }
    }

    @Test
    void takeWaitsUntilAnotherGivesBack() throws Exception {
        try (MemoryBudget budget = new MemoryBudget(BUFFERS + 2 * SPAN, SPAN, 0)) {
            List<Slab> all = account(budget).take(SlabKind.HEAP, 2, SLAB);
            FutureTask<List<Slab>> waiting =
                    new FutureTask<>(() -> account(budget).take(SlabKind.HEAP, 1, SLAB));
            Thread thread = new Thread(waiting);
            thread.start();
            awaitState(thread, Thread.State.WAITING);
            assertThat(waiting.isDone()).isFalse();

            all.get(0).close();

            waiting.get(10, TimeUnit.SECONDS).forEach(Slab::close);
            all.get(1).close();
            assertThat(budget.heldBytes()).isZero();
        }
    }

    @Test
    void takeAsksReclaimersLargestFirst() throws InterruptedException {
        try (MemoryBudget budget = new MemoryBudget(BUFFERS + 4 * SPAN, SPAN, 0)) {
            List<String> asked = new ArrayList<>();
            budget.register(
                    new Holder("small", account(budget).take(SlabKind.HEAP, 1, SLAB), asked));
            budget.register(
                    new Holder("large", account(budget).take(SlabKind.HEAP, 3, SLAB), asked));

            account(budget).take(SlabKind.HEAP, 4, SLAB).forEach(Slab::close);

            assertThat(asked).containsExactly("large", "small");
            assertThat(budget.heldBytes()).isZero();
        }
    }

    @Test
    void aWaitingTakeLearnsOfNewReclaimableMemory() throws Exception {
        try (MemoryBudget budget = new MemoryBudget(BUFFERS + SPAN, SPAN, 0)) {
            List<Slab> all = account(budget).take(SlabKind.HEAP, 1, SLAB);
            FutureTask<List<Slab>> waiting =
                    new FutureTask<>(() -> account(budget).take(SlabKind.HEAP, 1, SLAB));
            Thread thread = new Thread(waiting);
            thread.start();
            awaitState(thread, Thread.State.WAITING);

            budget.register(new Holder("late", all, new ArrayList<>()));
            budget.reclaimableGrew();

            waiting.get(10, TimeUnit.SECONDS).forEach(Slab::close);
        }
    }

    @Test
    void takeEndsWhenItsThreadIsInterrupted() throws Exception {
        try (MemoryBudget budget = new MemoryBudget(BUFFERS + SPAN, SPAN, 0)) {
            List<Slab> all = account(budget).take(SlabKind.HEAP, 1, SLAB);
            AtomicReference<@Nullable Exception> thrown = new AtomicReference<>();
            CountDownLatch ended = new CountDownLatch(1);
            Thread thread =
                    new Thread(() -> {
                        try {
                            account(budget).take(SlabKind.HEAP, 1, SLAB);
                        } catch (InterruptedException e) {
                            thrown.set(e);
                        }
                        ended.countDown();
                    });
            thread.start();
            thread.interrupt();

            assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
            all.forEach(Slab::close);
            assertThat(budget.heldBytes()).isZero();
        }
    }

    @Test
    void askingForMoreThanThereIsSaysWhatToRaiseAndWhoHoldsWhat() {
        try (MemoryBudget budget = new MemoryBudget(BUFFERS + SPAN, SPAN, 0)) {
            Slab table = budget.account(MemoryUse.TABLE, "join").overdraw(3 * 1024 - 32);
            assertThatThrownBy(() -> account(budget).take(SlabKind.HEAP, 2, SLAB))
                    .hasMessageContaining("asked for 8192 bytes of a budget of 4160")
                    .hasMessageContaining("map output of grep")
                    .hasMessageContaining("millrace.memory.max")
                    .hasMessageContaining("3.0 KB by collector tables of join");
            table.close();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SlabKind.class,
            names = {"HEAP", "NATIVE"})
    void bytesMoveBetweenSlabsOfEitherKind(SlabKind kind) throws InterruptedException {
        try (MemoryBudget budget = new MemoryBudget(BUFFERS + 4 * SPAN, SPAN, 0);
                Slab from = account(budget).take(kind, 1, SLAB).get(0);
                Slab heap = account(budget).take(SlabKind.HEAP, 1, SLAB).get(0);
                Slab direct = account(budget).take(SlabKind.NATIVE, 1, SLAB).get(0)) {
            byte[] bytes = {1, 2, 3, 4, 5, 6, 7};
            from.copyIn(13, bytes, 0, 7);
            from.copyTo(13, heap, 1, 7);
            from.copyTo(13, direct, 3, 7);

            byte[] read = new byte[7];
            heap.copyOut(1, read, 0, 7);
            assertThat(read).isEqualTo(bytes);
            Arrays.fill(read, (byte) 0);
            direct.copyOut(3, read, 0, 7);
            assertThat(read).isEqualTo(bytes);
            from.putLong(100, Long.MIN_VALUE + 5);
            from.putInt(108, -7);
            assertThat(from.getLong(100)).isEqualTo(Long.MIN_VALUE + 5);
            assertThat(from.getInt(108)).isEqualTo(-7);
        }
    }

    private static MemoryAccount account(MemoryBudget budget) {
        return budget.account(MemoryUse.MAP_OUTPUT, "grep");
    }

    private static void awaitState(Thread thread, Thread.State state) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (thread.getState() != state && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(thread.getState()).isEqualTo(state);
    }

    /** Holds slabs and gives all of them back when asked. */
    private static final class Holder implements Reclaimer {

        private final String name;
        private final List<Slab> slabs;
        private final List<String> asked;

        Holder(String name, List<Slab> slabs, List<String> asked) {
            this.name = name;
            this.slabs = new ArrayList<>(slabs);
            this.asked = asked;
        }

        @Override
        public synchronized long reclaimableBytes() {
            return (long) slabs.size() * SLAB;
        }

        @Override
        public synchronized long reclaim() {
            asked.add(name);
            long bytes = reclaimableBytes();
            slabs.forEach(Slab::close);
            slabs.clear();
            return bytes;
        }
    }
}
