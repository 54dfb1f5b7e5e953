package io.millrace.formats.inputcache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Reclaimer;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records of splits that jobs of this process have read, for those that read the same again. They
 * take memory that nobody else wants: what is free, and it is given back when a job asks.
 *
 * <p>Worth least is what no job used for longest. Of what the same job used, it is what was used
 * last: jobs that follow each other read their splits in the same order, so it will be needed last.
 * For its own sake the cache gives up only what was not used for {@link #STALE_JOBS} jobs. Else
 * jobs that read more than there is room for would each drop what the next one reads first.
 *
 * <p>Thread-safe. Memory is asked for outside of the lock.
 */
public final class InputCache implements Reclaimer {

    /** The group of the counters that follow, in words for people: they are shown as they are. */
    public static final String GROUP = "Input cache";

    public static final String HITS = "Splits from memory";
    public static final String MISSES = "Splits read";

    private static final int STALE_JOBS = 8;

    private static final Comparator<Map.Entry<InputKey, CachedSplit>> BY_WORTH =
            Comparator.<Map.Entry<InputKey, CachedSplit>>comparingInt(
                            entry -> entry.getValue().lastJob)
                    .thenComparing(entry -> entry.getValue().lastUse, Comparator.reverseOrder());

    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Map<InputKey, CachedSplit> inputs = new HashMap<>();

    @GuardedBy("lock")
    private @Nullable MemoryAccount memory;

    @GuardedBy("lock")
    private long uses;

    /** From now on takes slabs of an engine's memory. */
    public void attach(MemoryBudget budget) {
        synchronized (lock) {
            memory = budget.account(MemoryUse.INPUT_CACHE, null);
        }
        budget.register(this);
    }

    /** Gives all back, and keeps nothing until it is attached again. */
    public void detach() {
        MemoryAccount attached;
        synchronized (lock) {
            attached = memory;
            memory = null;
        }
        if (attached != null) {
            attached.budget().unregister(this);
        }
        clear();
    }

    /** Gives all back; what is being read, when that has ended. */
    public void clear() {
        synchronized (lock) {
            for (CachedSplit input : inputs.values()) {
                drop(input);
            }
            inputs.clear();
        }
    }

    /** Lends what was kept to one reader, until {@link #lendingEnds}; null if there is nothing. */
    public @Nullable CachedSplit lend(InputKey key, int job) {
        synchronized (lock) {
            CachedSplit found = inputs.get(key);
            if (found != null) {
                found.readers++;
                touch(found, job);
            }
            return found;
        }
    }

    /** Says that a reader has read what it was lent. */
    public void lendingEnds(CachedSplit input) {
        synchronized (lock) {
            input.readers--;
            if (input.dropped && input.readers == 0) {
                input.records().close();
            }
        }
    }

    /**
     * Keeps what a job has read, if nobody else did meanwhile.
     *
     * @param input handed on
     */
    public void keep(InputKey key, CachedSplit input, int job) {
        synchronized (lock) {
            if (memory == null || inputs.containsKey(key)) {
                drop(input);
            } else {
                inputs.put(key, input);
                touch(input, job);
            }
        }
    }

    @GuardedBy("lock")
    private void touch(CachedSplit input, int job) {
        input.lastJob = Math.max(input.lastJob, job);
        input.lastUse = ++uses;
    }

    /** Memory for what a job reads; null if only what is worth more has it. */
    public @Nullable Slab take(int bytes, int job) {
        while (true) {
            MemoryAccount attached;
            synchronized (lock) {
                attached = memory;
            }
            if (attached == null) {
                return null;
            }
            Slab slab = attached.takeSpare(SlabKind.HEAP, Math.max(attached.slabBytes(), bytes));
            if (slab != null || dropLeast(job - STALE_JOBS) == 0) {
                return slab;
            }
        }
    }

    /** Drops what is worth least and was used by no job behind that one; the bytes given back. */
    private long dropLeast(int lastJob) {
        synchronized (lock) {
            Optional<Map.Entry<InputKey, CachedSplit>> least =
                    inputs.entrySet().stream()
                            .filter(entry -> isFree(entry.getValue()))
                            .min(BY_WORTH)
                            .filter(entry -> entry.getValue().lastJob <= lastJob);
            if (least.isEmpty()) {
                return 0;
            }
            CachedSplit dropped = least.get().getValue();
            inputs.remove(least.get().getKey());
            drop(dropped);
            return dropped.bytes();
        }
    }

    private static boolean isFree(CachedSplit input) {
        return input.readers == 0;
    }

    private static void drop(CachedSplit input) {
        input.dropped = true;
        if (input.readers == 0) {
            input.records().close();
        }
    }

    /** Memory that is held for jobs to come. */
    public long heldBytes() {
        synchronized (lock) {
            return inputs.values().stream().mapToLong(CachedSplit::bytes).sum();
        }
    }

    @Override
    public long reclaimableBytes() {
        synchronized (lock) {
            return inputs.values().stream()
                    .filter(InputCache::isFree)
                    .mapToLong(CachedSplit::bytes)
                    .sum();
        }
    }

    @Override
    public long reclaim() {
        return dropLeast(Integer.MAX_VALUE);
    }
}
