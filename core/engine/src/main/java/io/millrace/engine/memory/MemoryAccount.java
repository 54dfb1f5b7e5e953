package io.millrace.engine.memory;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The budget as one holder sees it: all record memory is taken through an account, which names the
 * use and the owner. Accounts are cheap: each holder may make its own. Holdings of the same use and
 * owner are added up.
 *
 * <p>There are two ways to ask. {@link #take} waits: it is for an attempt that holds nothing yet,
 * or has just spilled all it had, and asks for the minimum that it needs to continue (its floor).
 * {@link #tryTake} does not wait, and does not touch the <i>headroom</i>, the room for the floors
 * of all slots. If {@code tryTake} returns nothing, the caller spills what it has and continues
 * with its floor. So no attempt waits while it holds memory that another one waits for, and a job
 * of any size ends in a budget of any size.
 *
 * <p>A slab counts for the account that took it until it is closed, even after it was handed on.
 *
 * <p>Thread-safe.
 */
public final class MemoryAccount {

    private final MemoryBudget budget;
    private final MemoryUse use;
    private final @Nullable String owner;

    /** Touched only by {@link Holders}, which the budget's lock guards; so is {@link #place}. */
    long heldBytes;

    /** Index in {@link Holders}. */
    int place;

    MemoryAccount(MemoryBudget budget, MemoryUse use, @Nullable String owner) {
        this.budget = budget;
        this.use = use;
        this.owner = owner;
    }

    public MemoryBudget budget() {
        return budget;
    }

    MemoryUse use() {
        return use;
    }

    @Nullable String owner() {
        return owner;
    }

    /** Bytes taken through this account and not yet given back. */
    public long heldBytes() {
        return budget.heldBytes(this);
    }

    /** Bytes of the budget that are not taken. */
    public long spareBytes() {
        return budget.maxBytes() - budget.heldBytes();
    }

    /** {@link MemoryBudget#maxBytes}. */
    public long maxBytes() {
        return budget.maxBytes();
    }

    /** {@link MemoryBudget#slabBytes}. */
    public int slabBytes() {
        return budget.slabBytes();
    }

    /** {@link MemoryBudget#slabSpan}. */
    public int slabSpan() {
        return budget.slabSpan();
    }

    /** {@link MemoryBudget#diskBufferBytes}. */
    public int diskBufferBytes() {
        return budget.diskBufferBytes();
    }

    /**
     * Takes {@code count} slabs of {@code bytes} each, all or none; waits until there is room. The
     * caller must hold no memory that others could wait for.
     *
     * @throws IllegalArgumentException if the whole budget is too small
     */
    public List<Slab> take(SlabKind kind, int count, int bytes) throws InterruptedException {
        long wanted = count * budget.cost(bytes);
        if (wanted > budget.maxBytes()) {
            throw new IllegalArgumentException(
                    this
                            + " asked for "
                            + wanted
                            + " bytes of a budget of "
                            + budget.maxBytes()
                            + "; raise millrace.memory.max ("
                            + budget.holdings()
                            + ")");
        }
        budget.await(this, wanted);
        return budget.allocate(this, kind, count, bytes);
    }

    /**
     * Takes one slab of {@code bytes} if there is room beside the headroom, perhaps after others
     * spilled; otherwise returns null.
     */
    public @Nullable Slab tryTake(SlabKind kind, int bytes) throws InterruptedException {
        return tryHold(budget.cost(bytes)) ? budget.allocate(this, kind, bytes) : null;
    }

    /**
     * Takes {@code count} slabs of {@code bytes} each like the other {@code tryTake}, all or none;
     * empty if there is no room.
     */
    public List<Slab> tryTake(SlabKind kind, int count, int bytes) throws InterruptedException {
        return tryHold(count * budget.cost(bytes))
                ? budget.allocate(this, kind, count, bytes)
                : List.of();
    }

    /**
     * Takes one slab of {@code bytes} if there is room beside the headroom and no other holder has
     * to give up memory; otherwise returns null. For uses that are worth less than what others
     * hold.
     */
    public @Nullable Slab takeSpare(SlabKind kind, int bytes) {
        return budget.grantBesideHeadroom(this, budget.cost(bytes))
                ? budget.allocate(this, kind, bytes)
                : null;
    }

    /**
     * Takes {@code count} slabs of {@code bytes} each like the other {@code takeSpare}, all or
     * none; empty if there is no room.
     */
    public List<Slab> takeSpare(SlabKind kind, int count, int bytes) {
        return budget.grantBesideHeadroom(this, count * budget.cost(bytes))
                ? budget.allocate(this, kind, count, bytes)
                : List.of();
    }

    /**
     * Takes one heap slab of {@code bytes} at once, even if there is no room: it reduces what
     * others may take. For callers that need this much and must not wait.
     */
    public Slab overdraw(int bytes) {
        budget.grantAnyway(this, budget.cost(bytes));
        return budget.allocate(this, SlabKind.HEAP, bytes);
    }

    /** Counts bytes if there is room beside the headroom, perhaps after others gave up memory. */
    boolean tryHold(long bytes) throws InterruptedException {
        while (!budget.grantBesideHeadroom(this, bytes)) {
            if (!budget.reclaim(bytes)) {
                return false;
            }
        }
        return true;
    }

    /** Uncounts bytes that {@link #tryHold} counted. */
    void release(long bytes) {
        budget.ungrant(this, bytes);
    }

    /** {@code map output of word count}. */
    @Override
    public String toString() {
        return use.words() + (owner == null ? "" : " of " + owner);
    }
}
