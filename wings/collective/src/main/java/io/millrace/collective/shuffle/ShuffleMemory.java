package io.millrace.collective.shuffle;

import io.millrace.engine.memory.HeldObjects;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.plan.MemorySize;
import org.jspecify.annotations.Nullable;

/**
 * The record memory in which one worker shuffles: a share of the process's budget, reserved there
 * while the worker lives, and a separate budget for users of its slabs. Attempts of the engine may
 * wait for memory because none of them waits for another. Workers wait for each other all the time,
 * so no worker may wait for memory that another holds: each has its own share, and waits only for
 * its own records to be spilled.
 *
 * <p>Used by the worker's thread.
 */
public final class ShuffleMemory implements AutoCloseable {

    /** The divisor of the process's budget that gives the shuffle memory of its workers. */
    private static final int SHARE = 4;

    /** Slabs of a share; a worker holds a few times the reserve of a slot at once. */
    private static final int SLABS = 32;

    private static final int FLOOR_SLABS = 3 * MemorySize.SLABS_OF_A_SLOT;
    private static final int MIN_SLAB = 4 * 1024;
    private static final long MIN_BYTES = (long) SLABS * MIN_SLAB;

    private final MemoryBudget own;

    /** The reservation in the process's budget. */
    private final HeldObjects counted;

    /** An overdraft that replaces the reservation if there was no room; returned at the end. */
    private final @Nullable Slab overdrawn;

    private ShuffleMemory(
            MemoryBudget process, long bytes, HeldObjects counted, @Nullable Slab overdrawn) {
        this.counted = counted;
        this.overdrawn = overdrawn;
        int span = (int) Math.min(process.slabSpan(), Long.highestOneBit(bytes / SLABS));
        this.own = new MemoryBudget(bytes, span, (long) FLOOR_SLABS * span);
    }

    /**
     * The memory of one of {@code workers} workers: a fair part of a quarter of the budget, or less
     * if that is taken. The minimum, {@value #SLABS} slabs of the smallest size, is taken in any
     * case, because a worker could only fail without it.
     */
    public static ShuffleMemory of(MemoryBudget process, int workers) throws InterruptedException {
        MemoryAccount account = process.account(MemoryUse.LOOP_SHUFFLE, null);
        HeldObjects counted = new HeldObjects(account);
        long wanted = Math.max(MIN_BYTES, process.maxBytes() / SHARE / workers);
        for (long bytes = wanted; bytes >= MIN_BYTES; bytes /= 2) {
            if (counted.tryTake(bytes)) {
                return new ShuffleMemory(process, bytes, counted, null);
            }
        }
        return new ShuffleMemory(
                process, MIN_BYTES, counted, account.overdraw(Math.toIntExact(MIN_BYTES)));
    }

    /** The budget of the slabs. */
    public MemoryBudget budget() {
        return own;
    }

    /** Returns everything; all slabs must be returned before. */
    @Override
    public void close() {
        assert own.heldBytes() == 0 : "a shuffle of a loop holds memory at its end";
        own.close();
        counted.close();
        if (overdrawn != null) {
            overdrawn.close();
        }
    }
}
