package io.millrace.collective.shuffle;

import io.millrace.engine.memory.HeldObjects;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.plan.MemorySize;
import org.jspecify.annotations.Nullable;

/**
 * The record memory that one worker shuffles in: a share of the process's budget, counted there
 * from the time when the worker begins until it ends, and a budget of its own to whoever takes
 * slabs of it. Attempts of the engine may wait for memory because none of them waits for another.
 * Workers wait for each other all the time: none may wait for memory that another holds, so each
 * has its own, and waits for nothing but its own records to be on disk.
 *
 * <p>Used by the worker's thread.
 */
public final class ShuffleMemory implements AutoCloseable {

    /** The part of the process's budget that its workers shuffle in, as a divisor. */
    private static final int SHARE = 4;

    /** Slabs of a share; what a worker holds at once is a few times what a slot is set aside. */
    private static final int SLABS = 32;

    private static final int FLOOR_SLABS = 3 * MemorySize.SLABS_OF_A_SLOT;
    private static final int MIN_SLAB = 4 * 1024;
    private static final long MIN_BYTES = (long) SLABS * MIN_SLAB;

    private final MemoryBudget own;

    /** What is counted in the process's budget. */
    private final HeldObjects counted;

    /** What counts there instead if there was no room; given back at the end. */
    private final @Nullable Slab overdrawn;

    private ShuffleMemory(
            MemoryBudget process, long bytes, HeldObjects counted, @Nullable Slab overdrawn) {
        this.counted = counted;
        this.overdrawn = overdrawn;
        int span = (int) Math.min(process.slabSpan(), Long.highestOneBit(bytes / SLABS));
        this.own = new MemoryBudget(bytes, span, (long) FLOOR_SLABS * span);
    }

    /**
     * That of one of so many workers: a fair part of a quarter of the budget, less where that is
     * taken. What no worker can do without is taken in any case, as a worker without it could only
     * fail; it is {@value #SLABS} slabs of the smallest size.
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

    /** Where slabs come from. */
    public MemoryBudget budget() {
        return own;
    }

    /** Gives all back; whoever took slabs has given them back before. */
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
