package io.millrace.engine.plan;

import io.millrace.engine.config.Key;
import io.millrace.engine.memory.SlabKind;
import java.util.List;

/**
 * The engine's configuration keys. If Hone (EDBT 2014, table 2) has a name for a parameter, the
 * description gives it in brackets.
 */
public final class EngineKeys {

    private static final int MAX_THREADS = 1024;
    private static final long KB = 1024;
    private static final long MB = 1024 * KB;

    public static final Key<Long> MEMORY_MAX =
            Key.bytesOrAuto(
                    "millrace.memory.max",
                    1 * MB,
                    "Record memory, shared by all jobs of the process. With auto: 60 % of the"
                            + " heap that is free at the start.");

    public static final Key<Long> SLAB_SIZE =
            Key.bytes(
                    "millrace.memory.slab.size",
                    MB,
                    4 * KB,
                    64 * MB,
                    "Size of a slab, the unit of record memory; a power of two.");

    public static final Key<SlabKind> SLAB_KIND =
            Key.oneOf(
                    "millrace.memory.slab.kind",
                    SlabKind.AUTO,
                    "Where map output is stored: on the Java heap, or off it in native memory.");

    public static final Key<Integer> MAP_THREADS =
            Key.integerOrAuto(
                    "millrace.map.threads",
                    1,
                    MAX_THREADS,
                    "Threads that run map tasks [tp_m]. With auto: the number of cores.");

    public static final Key<Integer> SORT_THREADS =
            Key.integerOrAuto(
                    "millrace.sort.threads",
                    1,
                    MAX_THREADS,
                    "Threads that sort [tp_s]. With auto: the number of cores.");

    public static final Key<Integer> REDUCE_THREADS =
            Key.integerOrAuto(
                    "millrace.reduce.threads",
                    1,
                    MAX_THREADS,
                    "Threads that run reduce tasks [tp_r]. With auto: the number of cores.");

    public static final Key<ShuffleKind> SHUFFLE_KIND =
            Key.oneOf(
                    "millrace.shuffle.kind",
                    ShuffleKind.AUTO,
                    "How map output gets to reduce tasks [arch].");

    public static final Key<LockKind> SHUFFLE_LOCK =
            Key.oneOf(
                    "millrace.shuffle.lock",
                    LockKind.SYNCHRONIZED,
                    "Lock type of streams that several map tasks append to, with push and hybrid"
                            + " [lockType].");

    public static final Key<Integer> HYBRID_STREAMS =
            Key.integer(
                    "millrace.shuffle.hybrid.streams",
                    2,
                    1,
                    1024,
                    "Streams for each reduce task, with hybrid [hs].");

    public static final Key<Long> SORT_SPLIT =
            Key.bytes(
                    "millrace.sort.split.size",
                    32 * MB,
                    4 * KB,
                    1024 * MB,
                    "Streams larger than this are split, and the pieces are sorted in parallel.");

    public static final Key<Ties> SORT_TIES =
            Key.oneOf(
                    "millrace.sort.ties",
                    Ties.EMISSION,
                    "Order of the values of a key. With emission: by map task, then in the order of"
                            + " emission. With hadoop: the order of Hadoop's local job runner, which is slower.");

    public static final Key<CollectorKind> COLLECTOR =
            Key.oneOf(
                    "millrace.collector.kind",
                    CollectorKind.AUTO,
                    "How map output is collected. With sort: appended, then sorted. With group: in a table"
                            + " that keeps the values of a key together. With hash: in a table that adds up"
                            + " values as they come, for combiners that are known to compute only a sum,"
                            + " minimum or maximum.");

    public static final Key<CombineMode> COMBINE =
            Key.oneOf(
                    "millrace.combiner",
                    CombineMode.AUTO,
                    "Whether the job's combiner runs: as often as in Hadoop. With auto, a"
                            + " table that adds up values as they come stops doing so when keys hardly"
                            + " repeat.");

    public static final Key<Integer> MERGE_FACTOR =
            Key.integerOrAuto(
                    "millrace.merge.factor",
                    2,
                    10_000,
                    "Runs on disk that are merged in one pass. With auto: as many as there is room"
                            + " for read buffers.");

    public static final Key<MergeMode> MERGE_MODE =
            Key.oneOf(
                    "millrace.merge.mode",
                    MergeMode.AUTO,
                    "Whether the merge runs ahead of the reducer on a sort thread. With auto: if reduce tasks"
                            + " leave threads idle.");

    public static final Key<PartialReduceMode> PARTIAL_REDUCE =
            Key.oneOf(
                    "millrace.partial.reduce",
                    PartialReduceMode.AUTO,
                    "When the job's partial reducer runs: eager reduces committed map outputs while map tasks run, short only when memory is short, and never leaves everything to the reducer. With auto: eager if the job names a partial reducer; short if it names none, but its combiner and its reducer are known to compute the same sum, minimum or maximum of integers.");

    public static final Key<List<Integer>> PARTIAL_START =
            Key.integers(
                    "millrace.partial.start.threshold",
                    List.of(4, 4, 8),
                    "Committed map outputs that start a round of partial reduce: for the first round, the second, and so on; the last number holds for all later rounds.");

    public static final Key<Double> PARTIAL_STOP =
            Key.share(
                    "millrace.partial.stop.fraction",
                    0.9,
                    "Share of the map tasks after whose end no further round of partial reduce starts, unless memory is short.");

    public static final Key<Double> PARTIAL_RATIO =
            Key.share(
                    "millrace.partial.max.ratio",
                    0.8,
                    "Bytes out of partial reduce for each byte in, above which it does not pay: it then ends for that partition.");

    public static final Key<Boolean> PARTIAL_STAGGER =
            Key.flag(
                    "millrace.partial.stagger",
                    true,
                    "Whether rounds of partial reduce serve the reducers in turn: a round ends between two of them when map tasks need its thread, and the next one begins there. With false: a round serves all reducers. On a cluster, rounds of one reduce task at a time run on each node; with false, those of all do.");

    public static final Key<String> SPILL_DIRECTORIES =
            Key.text(
                    "millrace.spill.directories",
                    "directories, separated by commas",
                    "Directories for spills. If unset: Hadoop's temporary directories.");

    public static final Key<RunCompression> SPILL_COMPRESSION =
            Key.oneOf(
                    "millrace.spill.compression",
                    RunCompression.AUTO,
                    "Compression of runs on disk. With auto: lz4 if the job asks for"
                            + " compressed map output.");

    /** All keys of the engine, in listing order. */
    public static final List<Key<?>> ALL =
            List.of(
                    MEMORY_MAX,
                    SLAB_SIZE,
                    SLAB_KIND,
                    MAP_THREADS,
                    SORT_THREADS,
                    REDUCE_THREADS,
                    SHUFFLE_KIND,
                    SHUFFLE_LOCK,
                    HYBRID_STREAMS,
                    SORT_SPLIT,
                    SORT_TIES,
                    COLLECTOR,
                    COMBINE,
                    MERGE_FACTOR,
                    MERGE_MODE,
                    PARTIAL_REDUCE,
                    PARTIAL_START,
                    PARTIAL_STOP,
                    PARTIAL_RATIO,
                    PARTIAL_STAGGER,
                    SPILL_DIRECTORIES,
                    SPILL_COMPRESSION);

    private EngineKeys() {}
}
