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
 * Caches records of splits that jobs of this process have read, for later jobs that read the same.
 * Uses only free memory, and returns it when a job needs it.
 *
 * <p>Evicts the split unused for the most jobs first, and among splits of the same job, the one
 * used last: consecutive jobs read their splits in the same order, so it will be needed last. To
 * make room for new splits, the cache evicts only splits that were not used for {@link #STALE_JOBS}
 * jobs. Otherwise, jobs that read more than fits would each evict the splits that the next one
 * reads first.
 *
 * <p>Thread-safe. Memory is requested outside the lock.
 */
public final class InputCache implements Reclaimer {

    /**
     * The group of the following counters, in words for people, because clients show them
     * unchanged.
     */
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

    /** Uses slabs of an engine's memory from now on. */
    public void attach(MemoryBudget budget) {
        synchronized (lock) {
            memory = budget.account(MemoryUse.INPUT_CACHE, null);
        }
        budget.register(this);
    }

    /** Returns all memory, and caches nothing until attached again. */
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

    /** Returns all memory; that of splits being read after the reads have ended. */
    public void clear() {
        synchronized (lock) {
            for (CachedSplit input : inputs.values()) {
                drop(input);
            }
            inputs.clear();
        }
    }

    /** Lends a cached split to one reader, until {@link #lendingEnds}; null if it is not cached. */
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

    /** Ends the lending to one reader. */
    public void lendingEnds(CachedSplit input) {
        synchronized (lock) {
            input.readers--;
            if (input.dropped && input.readers == 0) {
                input.records().close();
            }
        }
    }

    /**
     * Caches a split that a job has read, unless another job did meanwhile.
     *
     * @param input handed over
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

    /**
     * Memory for a split that a job reads; null if only more valuable splits could be evicted for
     * it.
     */
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

    /** Evicts the least valuable split that no job after that one used; returns the freed bytes. */
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

    /** Memory in use, in bytes. */
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
