package io.millrace.engine.memory;

import io.millrace.engine.testing.Interleavings;
import io.millrace.testing.Sampled;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

@Sampled(oneIn = 4)
class MemoryBudgetInterleavingsTest {

    private static final int SLAB = 4096;

    @Test
    void whoDoesNotWaitNeverGetsMoreThanThereIs() {
        Interleavings.check(Held.class);
    }

    /** A lost signal would leave one of them waiting for ever. */
    @Test
    void whoWaitsForMemoryGetsWhatAnotherGivesBack() {
        Interleavings.check(Taken.class);
    }

    @Test
    void theRaceOfABudgetThatLooksAndThenTakesIsFound() {
        Interleavings.assertFound("Invalid execution results", LooksThenTakes.class);
    }

    @Test
    void theLostSignalOfWhoLooksBeforeHeWaitsIsFound() {
        Interleavings.assertFound("has hung", LooksThenWaits.class);
    }

    /** Room for one slab beside the buffers for disks. */
    private static MemoryBudget ofOneSlab() {
        return new MemoryBudget(3 * SLAB, SLAB, 0);
    }

    public static final class Held {

        private final MemoryBudget budget = ofOneSlab();

        /** Nobody's: the tool drops budgets in the middle of a schedule, and that is no leak. */
        private final MemoryAccount account = budget.account(MemoryUse.MAP_OUTPUT, null);

        @Operation
        public boolean hold() throws InterruptedException {
            return account.tryHold(SLAB);
        }

        @Operation
        public long held() {
            return budget.heldBytes();
        }

        @Operation
        public long most() {
            return budget.peakBytes();
        }
    }

    public static final class Taken {

        private final MemoryBudget budget = ofOneSlab();

        /** Nobody's: the tool drops budgets in the middle of a schedule, and that is no leak. */
        private final MemoryAccount account = budget.account(MemoryUse.MAP_OUTPUT, null);

        @Operation
        public long takeAndGiveBack() throws InterruptedException {
            Slab slab = account.take(SlabKind.HEAP, 1, budget.slabBytes()).get(0);
            long held = budget.heldBytes();
            slab.close();
            return held;
        }
    }

    public static final class LooksThenTakes {

        private int held;

        @Operation
        public boolean hold() {
            if (held > 0) {
                return false;
            }
            held++;
            return true;
        }
    }

    public static final class LooksThenWaits {

        private final Object lock = new Object();
        private boolean taken;

        @Operation
        @SuppressWarnings("WaitNotInLoop") // that is its fault
        public void takeAndGiveBack() throws InterruptedException {
            if (taken) {
                synchronized (lock) {
                    lock.wait();
                }
            }
            taken = true;
            taken = false;
            synchronized (lock) {
                lock.notifyAll();
            }
        }
    }
}
