package io.millrace.engine.plan;

import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.config.ByteSize;
import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.SlabKind;
import java.util.List;

/**
 * The record memory of a process, and the size of its slabs.
 *
 * <p>Unless configured, record memory is 60 % of the heap that is free when the engine opens. Slabs
 * off the heap count against the same number: unless {@code -XX:MaxDirectMemorySize} says
 * otherwise, the JVM's limit for native memory is its largest heap, so a size that fits one fits
 * the other.
 *
 * <p>Each slot must be able to continue with the memory set aside for it while all others keep
 * theirs. If memory is too small for that with slabs of the default size, slabs are smaller; a
 * configured size stays.
 *
 * @param maxBytes memory for records
 * @param slabBytes size of a slab, a power of two
 * @param floorBytes the part of it that is set aside for slots
 */
public record MemorySize(long maxBytes, int slabBytes, long floorBytes) {

    /** Slabs set aside for each slot: the most that an attempt waits for. */
    public static final int SLABS_OF_A_SLOT = 4;

    /** Slabs set aside beside the slots' own: buffers for writing to disk. */
    private static final int SHARED_SLABS = 2;

    private static final int MIN_SLAB = 4 * 1024;
    private static final int FREE_PERCENT = 60;

    /** With less free heap than this, an engine would be slow, or would not open. */
    private static final long SPARSE_HEAP = 64L << 20;

    /** An engine below another has a quarter of its memory: all depths together add a third. */
    private static final int DEPTH_SHARE = 4;

    /**
     * The memory that {@code settings} request.
     *
     * @throws BadSettingException if a value is not allowed or there is too little memory for the
     *     slots
     */
    public static MemorySize of(Settings settings, int mapSlots, int reduceSlots) {
        Runtime runtime = Runtime.getRuntime();
        if (freeHeap(runtime) < SPARSE_HEAP && EngineKeys.MEMORY_MAX.in(settings) == 0) {
            // Garbage counts as used: only a collection shows how much is free.
            runtime.gc();
        }
        return of(settings, mapSlots, reduceSlots, runtime.maxMemory(), freeHeap(runtime));
    }

    private static long freeHeap(Runtime runtime) {
        return runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
    }

    /**
     * Checks the configured memory without opening an engine. If no size is configured, the free
     * heap is not checked: it changes until a job comes.
     *
     * @throws BadSettingException if a value is not allowed or the memory is too small for the
     *     slots
     */
    public static void check(Settings settings) {
        if (EngineKeys.MEMORY_MAX.in(settings) > 0) {
            int cores = Runtime.getRuntime().availableProcessors();
            int maps = EngineKeys.MAP_THREADS.in(settings);
            int reduces = EngineKeys.REDUCE_THREADS.in(settings);
            of(settings, maps == 0 ? cores : maps, reduces == 0 ? cores : reduces);
        }
    }

    /**
     * The memory of an engine whose jobs are submitted by tasks of an engine with {@code
     * outerBytes}: a share of that, but at least the minimum for its slots.
     *
     * @throws BadSettingException if a value is not allowed
     */
    public static MemorySize below(
            long outerBytes, Settings settings, int mapSlots, int reduceSlots) {
        int leastSlab =
                EngineKeys.SLAB_SIZE.isSetIn(settings) ? configuredSlab(settings) : MIN_SLAB;
        long maxBytes =
                Math.max(outerBytes / DEPTH_SHARE, needed(mapSlots + reduceSlots, leastSlab));
        return of(maxBytes, settings, mapSlots, reduceSlots, maxBytes);
    }

    static MemorySize of(
            Settings settings, int mapSlots, int reduceSlots, long maxHeap, long freeHeap) {
        long maxBytes = maxBytes(settings, maxHeap, freeHeap);
        return of(maxBytes, settings, mapSlots, reduceSlots, maxHeap);
    }

    private static MemorySize of(
            long maxBytes, Settings settings, int mapSlots, int reduceSlots, long maxHeap) {
        int slots = mapSlots + reduceSlots;
        int slabBytes = configuredSlab(settings);
        boolean fixed = EngineKeys.SLAB_SIZE.isSetIn(settings);
        while (!fixed && slabBytes > MIN_SLAB && maxBytes < needed(slots, slabBytes)) {
            slabBytes /= 2;
        }
        long needed = needed(slots, slabBytes);
        if (maxBytes < needed) {
            throw new BadSettingException(
                    EngineKeys.MEMORY_MAX
                            + " is "
                            + ByteSize.format(maxBytes)
                            + (EngineKeys.MEMORY_MAX.isSetIn(settings)
                                    ? ""
                                    : " (the free part of a heap of "
                                            + ByteSize.format(maxHeap)
                                            + "; raise -Xmx)")
                            + "; allowed: at least "
                            + ByteSize.format(needed)
                            + " for "
                            + mapSlots
                            + " map and "
                            + reduceSlots
                            + " reduce threads with slabs of "
                            + ByteSize.format(slabBytes)
                            + (fixed ? " (" + EngineKeys.SLAB_SIZE + ")" : ""));
        }
        return new MemorySize(maxBytes, slabBytes, (long) slots * SLABS_OF_A_SLOT * slabBytes);
    }

    /**
     * The sizes with their reasons, for display.
     *
     * @param below whether it is the memory of an engine below another
     */
    public List<Choice<?>> choices(Settings settings, boolean below) {
        String share =
                below
                        ? "the job was submitted by a task: a share of the memory of the process"
                        : EngineKeys.MEMORY_MAX.in(settings) > 0
                                ? Planner.setBy(EngineKeys.MEMORY_MAX)
                                : "default: "
                                        + FREE_PERCENT
                                        + " % of the heap that was free when the first job came";
        String slab =
                EngineKeys.SLAB_SIZE.isSetIn(settings)
                        ? Planner.setBy(EngineKeys.SLAB_SIZE)
                        : slabBytes == EngineKeys.SLAB_SIZE.in(settings)
                                ? "default"
                                : "smaller than the default, so that each slot gets its slabs";
        return List.of(
                Choice.of(EngineKeys.MEMORY_MAX, maxBytes, share),
                Choice.of(EngineKeys.SLAB_SIZE, (long) slabBytes, slab),
                new Choice<>(
                        "memory.headroom",
                        floorBytes,
                        "set aside: " + SLABS_OF_A_SLOT + " slabs for each map and reduce slot"));
    }

    private static long needed(int slots, int slabBytes) {
        return ((long) slots * SLABS_OF_A_SLOT + SHARED_SLABS) * slabBytes;
    }

    private static long maxBytes(Settings settings, long maxHeap, long freeHeap) {
        long configured = EngineKeys.MEMORY_MAX.in(settings);
        if (configured == 0) {
            return freeHeap / 100 * FREE_PERCENT;
        }
        if (configured > maxHeap && EngineKeys.SLAB_KIND.in(settings) != SlabKind.NATIVE) {
            throw new BadSettingException(
                    EngineKeys.MEMORY_MAX
                            + " is "
                            + ByteSize.format(configured)
                            + "; allowed: at most the heap of this JVM, "
                            + ByteSize.format(maxHeap)
                            + " (-Xmx)");
        }
        return configured;
    }

    private static int configuredSlab(Settings settings) {
        long bytes = EngineKeys.SLAB_SIZE.in(settings);
        if (Long.bitCount(bytes) != 1) {
            long below = Long.highestOneBit(bytes);
            throw new BadSettingException(
                    EngineKeys.SLAB_SIZE
                            + " is "
                            + ByteSize.format(bytes)
                            + "; allowed: a power of two, for instance "
                            + ByteSize.format(below)
                            + " or "
                            + ByteSize.format(2 * below));
        }
        return (int) bytes;
    }
}
