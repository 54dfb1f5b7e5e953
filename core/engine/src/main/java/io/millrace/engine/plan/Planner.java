package io.millrace.engine.plan;

import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.config.ByteSize;
import io.millrace.engine.config.Key;
import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.SlabKind;
import java.util.Locale;

/** Chooses how to run a job, and gives the reasons. One for each engine; immutable. */
public final class Planner {

    private static final String EQUAL_KEYS =
            "the job's comparator may treat keys with different bytes as equal";

    /**
     * Bytes of records that are sorted at a time if they leave early: the more, the later, and the
     * fewer runs.
     */
    public static final long EARLY_SPLIT = 8 << 20;

    private static final int MIN_MERGE_FACTOR = 4;
    private static final int MAX_MERGE_FACTOR = 256;

    private final int mapThreads;
    private final int sortThreads;
    private final int reduceThreads;
    private final long memoryBytes;
    private final int slabBytes;

    /**
     * A planner for an engine with these threads and this much record memory.
     *
     * @param memoryBytes total record memory
     * @param slabBytes size of a slab
     */
    public Planner(
            int mapThreads, int sortThreads, int reduceThreads, long memoryBytes, int slabBytes) {
        this.mapThreads = mapThreads;
        this.sortThreads = sortThreads;
        this.reduceThreads = reduceThreads;
        this.memoryBytes = memoryBytes;
        this.slabBytes = slabBytes;
    }

    /**
     * The plan for a job of this shape.
     *
     * @param settings the job's; they may ask for at most as many threads as the engine has
     * @throws BadSettingException if a value is not allowed, alone or together with another
     */
    public Plan plan(JobShape shape, Settings settings) {
        Choice<CombineMode> combine = combine(shape, settings);
        Key<Ties> tiesKey = EngineKeys.SORT_TIES;
        Choice<Ties> ties = Choice.of(tiesKey, tiesKey.in(settings), reason(tiesKey, settings));
        boolean asHadoop = ties.value() == Ties.HADOOP;
        Choice<ShuffleKind> shuffle =
                asHadoop
                        ? likeHadoop(EngineKeys.SHUFFLE_KIND, ShuffleKind.PULL, settings)
                        : shuffle(settings);
        Choice<Integer> sortSlots =
                slots(EngineKeys.SORT_THREADS, sortThreads, Integer.MAX_VALUE, "", settings);
        Choice<Integer> reduceSlots =
                limited(
                        slots(
                                EngineKeys.REDUCE_THREADS,
                                reduceThreads,
                                shape.reduceTasks(),
                                "reduce tasks",
                                settings),
                        shape.reduceLimit());
        Choice<PartialReduceMode> partial =
                partialReduce(shape, combine.value(), shuffle.value(), ties.value(), settings);
        Plan.Builder plan =
                new Plan.Builder()
                        .add(
                                EngineKeys.MAP_THREADS,
                                limited(
                                        slots(
                                                EngineKeys.MAP_THREADS,
                                                mapThreads,
                                                shape.mapTasks(),
                                                "map tasks",
                                                settings),
                                        shape.mapLimit()))
                        .add(EngineKeys.SORT_THREADS, sortSlots)
                        .add(EngineKeys.REDUCE_THREADS, reduceSlots)
                        .add(
                                EngineKeys.SLAB_KIND,
                                asHadoop
                                        ? likeHadoop(EngineKeys.SLAB_KIND, SlabKind.HEAP, settings)
                                        : slabKind(shape, settings))
                        .add(EngineKeys.SHUFFLE_KIND, shuffle)
                        .add(EngineKeys.SHUFFLE_LOCK, lock(shuffle.value(), settings))
                        .add(EngineKeys.HYBRID_STREAMS, streams(shuffle.value(), settings))
                        .add(EngineKeys.SORT_TIES, ties)
                        .add(
                                EngineKeys.COLLECTOR,
                                asHadoop
                                        ? likeHadoop(
                                                EngineKeys.COLLECTOR, CollectorKind.SORT, settings)
                                        : collector(
                                                shape,
                                                folds(shape, combine.value(), partial.value()),
                                                combine.value(),
                                                shuffle.value(),
                                                settings))
                        .add(EngineKeys.COMBINE, combine)
                        .add(EngineKeys.SORT_SPLIT, sortSplit(shape, settings))
                        .add(EngineKeys.MERGE_FACTOR, mergeFactor(settings))
                        .add(
                                EngineKeys.MERGE_MODE,
                                mergeMode(shape, sortSlots.value(), reduceSlots.value(), settings))
                        .add(EngineKeys.SPILL_COMPRESSION, spillCompression(shape, settings));
        plan.add(EngineKeys.PARTIAL_REDUCE, partial);
        if (partial.value() == PartialReduceMode.EAGER) {
            plan.add(EngineKeys.PARTIAL_START, asSet(EngineKeys.PARTIAL_START, settings))
                    .add(EngineKeys.PARTIAL_STOP, asSet(EngineKeys.PARTIAL_STOP, settings));
        }
        if (partial.value() != PartialReduceMode.NEVER) {
            plan.add(EngineKeys.PARTIAL_RATIO, asSet(EngineKeys.PARTIAL_RATIO, settings))
                    .add(EngineKeys.PARTIAL_STAGGER, asSet(EngineKeys.PARTIAL_STAGGER, settings));
        }
        return plan.build();
    }

    /** The only choice for this key with which equal keys come in Hadoop's order. */
    private static <T> Choice<T> likeHadoop(Key<T> key, T only, Settings settings) {
        boolean other = key.isSetIn(settings) && !only.equals(key.in(settings));
        return Choice.of(
                key,
                only,
                (other ? "in spite of " + key + ": " : "")
                        + EngineKeys.SORT_TIES
                        + " is hadoop, which sorts each spill as a whole");
    }

    private static Choice<Integer> slots(
            Key<Integer> key, int threads, int tasks, String what, Settings settings) {
        int asked = key.in(settings);
        int allowed = asked == 0 ? threads : Math.min(asked, threads);
        if (tasks < allowed) {
            int slots = Math.max(1, tasks);
            return Choice.of(key, slots, tasks == 0 ? "no " + what : "as many as " + what);
        }
        if (asked > threads) {
            return Choice.of(
                    key,
                    threads,
                    key + " asks for " + asked + ", the engine was opened with " + threads);
        }
        if (asked > 0) {
            return Choice.of(key, asked, setBy(key));
        }
        return Choice.of(key, threads, "default for one machine: all threads of the engine");
    }

    private static Choice<Integer> limited(Choice<Integer> slots, int limit) {
        return limit == 0 || slots.value() <= limit
                ? slots
                : new Choice<>(slots.name(), limit, "the job allows no more at once");
    }

    private static Choice<SlabKind> slabKind(JobShape shape, Settings settings) {
        Key<SlabKind> key = EngineKeys.SLAB_KIND;
        SlabKind asked = key.in(settings);
        if (asked == SlabKind.AUTO) {
            return Choice.of(key, SlabKind.HEAP, "default: every key order can read it");
        }
        if (asked == SlabKind.NATIVE && !shape.prefixed() && shape.reduceTasks() > 0) {
            return Choice.of(
                    key,
                    SlabKind.HEAP,
                    key + " asks for native, but the job's comparator needs byte arrays");
        }
        return Choice.of(key, asked, setBy(key));
    }

    private static Choice<ShuffleKind> shuffle(Settings settings) {
        Key<ShuffleKind> key = EngineKeys.SHUFFLE_KIND;
        ShuffleKind asked = key.in(settings);
        return asked == ShuffleKind.AUTO
                ? Choice.of(
                        key, ShuffleKind.PULL, "default for one machine: map tasks share nothing")
                : Choice.of(key, asked, setBy(key));
    }

    private static Choice<LockKind> lock(ShuffleKind shuffle, Settings settings) {
        Key<LockKind> key = EngineKeys.SHUFFLE_LOCK;
        String reason =
                shuffle == ShuffleKind.PULL
                        ? "unused: pull shares no stream"
                        : reason(key, settings);
        return Choice.of(key, key.in(settings), reason);
    }

    private static Choice<Integer> streams(ShuffleKind shuffle, Settings settings) {
        Key<Integer> key = EngineKeys.HYBRID_STREAMS;
        int asked = key.in(settings);
        return switch (shuffle) {
            case HYBRID -> Choice.of(key, asked, reason(key, settings));
            case PUSH -> Choice.of(key, 1, "push has one for each reduce task");
            default -> Choice.of(key, 1, "unused: pull has one for each map and reduce task");
        };
    }

    private static Choice<CombineMode> combine(JobShape shape, Settings settings) {
        Key<CombineMode> key = EngineKeys.COMBINE;
        CombineMode asked = key.in(settings);
        return shape.combines()
                ? Choice.of(key, asked, reason(key, settings))
                : Choice.of(key, CombineMode.NEVER, "the job has no combiner");
    }

    /** The job's code whose place a table takes. */
    private enum Folding {
        NOTHING,
        COMBINER,
        PARTIAL_REDUCER
    }

    private static Folding folds(JobShape shape, CombineMode combine, PartialReduceMode partial) {
        if (shape.combines()) {
            return shape.accumulates() && combine != CombineMode.NEVER
                    ? Folding.COMBINER
                    : Folding.NOTHING;
        }
        return shape.partialReducer().folds() && partial != PartialReduceMode.NEVER
                ? Folding.PARTIAL_REDUCER
                : Folding.NOTHING;
    }

    private static Choice<CollectorKind> collector(
            JobShape shape,
            Folding folds,
            CombineMode combine,
            ShuffleKind shuffle,
            Settings settings) {
        Key<CollectorKind> key = EngineKeys.COLLECTOR;
        CollectorKind asked = key.in(settings);
        boolean combines = shape.combines() && combine != CombineMode.NEVER;
        if (asked == CollectorKind.HASH && shape.combines() && !combines) {
            throw new BadSettingException(
                    key
                            + " is hash, which works by combining, but "
                            + EngineKeys.COMBINE
                            + " is never; allowed with never: auto, sort, group");
        }
        if (asked == CollectorKind.SORT) {
            return Choice.of(key, asked, setBy(key));
        }
        CollectorKind table =
                asked == CollectorKind.HASH
                                || (asked == CollectorKind.AUTO && folds != Folding.NOTHING)
                        ? CollectorKind.HASH
                        : CollectorKind.GROUP;
        String obstacle =
                table == CollectorKind.HASH
                        ? foldingObstacle(shape, folds)
                        : groupingObstacle(shape, combines || shuffle == ShuffleKind.PULL);
        if (!obstacle.isEmpty()) {
            return Choice.of(
                    key,
                    CollectorKind.SORT,
                    asked == CollectorKind.AUTO
                            ? obstacle
                            : key
                                    + " asks for "
                                    + asked.name().toLowerCase(Locale.ROOT)
                                    + ", but "
                                    + obstacle);
        }
        return Choice.of(key, table, asked == table ? setBy(key) : why(table, folds));
    }

    private static String why(CollectorKind table, Folding folds) {
        if (table != CollectorKind.HASH) {
            return "default: values of a key stay together if keys repeat";
        }
        return folds == Folding.PARTIAL_REDUCER
                ? "the partial reducer's work is known: it is done as records come"
                : "default where the combiner's work is known: it is done as records come";
    }

    /** Why no table can take the place of the job's code; empty if one can. */
    private static String foldingObstacle(JobShape shape, Folding folds) {
        if (folds != Folding.NOTHING) {
            return shape.distinguishes() ? "" : EQUAL_KEYS;
        }
        return shape.combines()
                ? "only the job's combiner knows what it does"
                : "the job has no combiner";
    }

    /** Why a table cannot keep values of a key together; empty if it can. */
    private static String groupingObstacle(JobShape shape, boolean sortedFirst) {
        if (!shape.distinguishes()) {
            return EQUAL_KEYS;
        }
        return sortedFirst ? "" : "records are pushed one by one";
    }

    /** Each map slot may hold one sorted piece: the pieces of all slots must fit in memory. */
    private Choice<Long> sortSplit(JobShape shape, Settings settings) {
        Key<Long> key = EngineKeys.SORT_SPLIT;
        boolean early = shape.leavesEarly() && !key.isSetIn(settings);
        long asked = early ? EARLY_SPLIT : key.in(settings);
        long share =
                Math.max(1, memoryBytes / (mapThreads + reduceThreads) / slabBytes) * slabBytes;
        long most = Math.min(share, 1 << 30);
        if (asked <= most) {
            return Choice.of(
                    key,
                    asked,
                    early
                            ? "default for map output that leaves while its task runs"
                            : reason(key, settings));
        }
        return Choice.of(
                key,
                most,
                (key.isSetIn(settings) ? key + " asks for " : "default is ")
                        + ByteSize.format(asked)
                        + ", but this is one slot's share of the memory");
    }

    private Choice<Integer> mergeFactor(Settings settings) {
        Key<Integer> key = EngineKeys.MERGE_FACTOR;
        int asked = key.in(settings);
        if (asked > 0) {
            return Choice.of(key, asked, setBy(key));
        }
        long fitting = memoryBytes / reduceThreads / 8 / MemoryBudget.diskBufferSpan(slabBytes);
        int factor = (int) Math.max(MIN_MERGE_FACTOR, Math.min(MAX_MERGE_FACTOR, fitting));
        return Choice.of(
                key,
                factor,
                "default: read buffers take an eighth of a reduce slot's share of the"
                        + " memory, from "
                        + MIN_MERGE_FACTOR
                        + " to "
                        + MAX_MERGE_FACTOR
                        + " of them");
    }

    /** A user's comparator must run on the thread of its attempt. */
    private static Choice<MergeMode> mergeMode(
            JobShape shape, int sortSlots, int reduceSlots, Settings settings) {
        Key<MergeMode> key = EngineKeys.MERGE_MODE;
        MergeMode asked = key.in(settings);
        if (asked == MergeMode.INLINE) {
            return Choice.of(key, asked, setBy(key));
        }
        if (!shape.prefixed()) {
            return Choice.of(
                    key,
                    MergeMode.INLINE,
                    (asked == MergeMode.AHEAD ? key + " asks for ahead, but " : "")
                            + "the job's comparator stays on the reducer's thread");
        }
        if (asked == MergeMode.AHEAD) {
            return Choice.of(key, asked, setBy(key));
        }
        return reduceSlots < sortSlots
                ? Choice.of(key, MergeMode.AHEAD, "default with fewer reduce tasks than threads")
                : Choice.of(key, MergeMode.INLINE, "default: reduce tasks use all threads");
    }

    private static Choice<PartialReduceMode> partialReduce(
            JobShape shape,
            CombineMode combine,
            ShuffleKind shuffle,
            Ties ties,
            Settings settings) {
        Key<PartialReduceMode> key = EngineKeys.PARTIAL_REDUCE;
        PartialReduceMode asked = key.in(settings);
        if (!shape.partialReducer().named()) {
            return Choice.of(
                    key,
                    PartialReduceMode.NEVER,
                    shape.combines()
                            ? "the job names no partial reducer, and its combiner cannot serve as one"
                            : "the job names no partial reducer");
        }
        if (asked == PartialReduceMode.NEVER) {
            return Choice.of(key, asked, setBy(key));
        }
        String obstacle = shape.partialReducer().obstacle();
        if (shuffle != ShuffleKind.PULL) {
            obstacle = EngineKeys.SHUFFLE_KIND + " is not pull";
        } else if (ties == Ties.HADOOP) {
            obstacle = EngineKeys.SORT_TIES + " is hadoop";
        } else if (shape.partialReducer().isCombiner() && combine == CombineMode.NEVER) {
            obstacle = EngineKeys.COMBINE + " is never";
        } else if (shape.partialReducer().isCombiner() && !shape.distinguishes()) {
            obstacle = EQUAL_KEYS;
        }
        if (!obstacle.isEmpty()) {
            return Choice.of(key, PartialReduceMode.NEVER, obstacle);
        }
        if (asked != PartialReduceMode.AUTO) {
            return Choice.of(key, asked, setBy(key));
        }
        return shape.partialReducer().isCombiner()
                ? Choice.of(
                        key,
                        PartialReduceMode.SHORT,
                        "combiner and reducer fold integers alike, so the combiner may work again")
                : Choice.of(key, PartialReduceMode.EAGER, "the job names a partial reducer");
    }

    private static Choice<RunCompression> spillCompression(JobShape shape, Settings settings) {
        Key<RunCompression> key = EngineKeys.SPILL_COMPRESSION;
        RunCompression asked = key.in(settings);
        if (asked != RunCompression.AUTO) {
            return Choice.of(key, asked, setBy(key));
        }
        return shape.compresses()
                ? Choice.of(key, RunCompression.LZ4, "the job asks for compressed map output")
                : Choice.of(
                        key,
                        RunCompression.NONE,
                        "default: compressing takes longer than most local disks");
    }

    private static <T> Choice<T> asSet(Key<T> key, Settings settings) {
        return Choice.of(key, key.in(settings), reason(key, settings));
    }

    private static String reason(Key<?> key, Settings settings) {
        return key.isSetIn(settings) ? setBy(key) : "default";
    }

    static String setBy(Key<?> key) {
        return "set by " + key;
    }
}
