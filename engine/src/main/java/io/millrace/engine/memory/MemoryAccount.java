package io.millrace.engine.memory;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The budget as one holder sees it: all record memory is taken through an account, which says what
 * for and for whom. An account is cheap, and whoever takes memory may make one of its own; what
 * several of the same use and owner hold is added up.
 *
 * <p>There are two ways to ask. {@link #take} waits: it is for an attempt that holds nothing yet,
 * or has just put all it had on disk, and asks for the little without which it cannot go on (its
 * floor). {@link #tryTake} does not wait, and leaves the <i>headroom</i> alone, which is room for
 * the floors of all slots. Whoever gets nothing from {@code tryTake} puts what it has on disk and
 * goes on with its floor. So nobody waits while holding what another one waits for, and a job of
 * any size ends in a budget of any size.
 *
 * <p>A slab counts for the account it was taken through until it is closed, also when it was handed
 * on.
 *
 * <p>Thread-safe.
 */
public final class MemoryAccount {

    private final MemoryBudget budget;
    private final MemoryUse use;
    private final @Nullable String owner;

    /** Touched by {@link Holders} only, which the budget's lock guards, as is {@link #place}. */
    long heldBytes;

    /** Among those that hold something. */
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

    /** Bytes that were taken through this account and are not given back. */
    public long heldBytes() {
        return budget.heldBytes(this);
    }

    /** Bytes of the budget that nobody has taken. */
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
     * caller must hold nothing that others could wait for.
     *
     * @throws IllegalArgumentException if the whole budget is not enough
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
     * put theirs on disk; null if there is none.
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
     * Takes one slab of {@code bytes} if there is room beside the headroom and nobody has to give
     * up any for it; null if there is none. For what is worth less than what others hold.
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
     * Takes one slab of {@code bytes} on the heap at once, also if there is no room: what others
     * may take shrinks by it. For whoever cannot go on with less and may not wait.
     */
    public Slab overdraw(int bytes) {
        budget.grantAnyway(this, budget.cost(bytes));
        return budget.allocate(this, SlabKind.HEAP, bytes);
    }

    /** Counts bytes if there is room beside the headroom, perhaps after others gave up theirs. */
    boolean tryHold(long bytes) throws InterruptedException {
        while (!budget.grantBesideHeadroom(this, bytes)) {
            if (!budget.reclaim(bytes)) {
                return false;
            }
        }
        return true;
    }

    /** Counts bytes no more that were counted by {@link #tryHold}. */
    void release(long bytes) {
        budget.ungrant(this, bytes);
    }

    /** {@code map output of word count}. */
    @Override
    public String toString() {
        return use.words() + (owner == null ? "" : " of " + owner);
    }
}
