package io.millrace.engine.shuffle;

import io.millrace.engine.config.Key;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.Choice;
import io.millrace.engine.plan.CollectorKind;
import io.millrace.engine.plan.CombineMode;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.LockKind;
import io.millrace.engine.plan.MergeMode;
import io.millrace.engine.plan.PartialReduceMode;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.plan.RunCompression;
import io.millrace.engine.plan.ShuffleKind;
import io.millrace.engine.plan.Ties;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.context.ShuffleJob;
import io.millrace.engine.shuffle.context.Sorters;
import io.millrace.engine.shuffle.input.PartitionInput;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.MarkingCombiner;
import io.millrace.engine.testing.TestMemory;
import io.millrace.engine.ties.HadoopTerms;
import io.millrace.engine.ties.SpillRing;
import io.millrace.engine.ties.SpillTerms;
import io.millrace.engine.trace.Trace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A shuffle with everything drawn from one seed, and what should come out of it. */
public final class RandomShuffle {

    /** Longer than what cursors read of a value before it is asked for, in bytes. */
    private static final int MAX_VALUE = 3 << 20;

    private static final int SLOTS = 2;
    private static final int FLOOR_SLABS = 4;

    final int slabBytes;
    final long budgetBytes;
    final int partitions;
    public final Plan plan;
    final List<List<ByteRecord>> maps = new ArrayList<>();
    private final Supplier<KeyOrder> orders;
    private final Random random;
    private final SlabKind kind;
    private final CollectorKind collector;
    private SpillTerms spills = SpillTerms.DEFAULT;
    private @Nullable HadoopTerms hadoop;
    private @Nullable Elsewhere elsewhere;
    private @Nullable Plan inBlocks;

    public RandomShuffle(
            long seed,
            ShuffleKind shuffle,
            SlabKind kind,
            boolean ample,
            boolean prefixed,
            CollectorKind collector) {
        this.random = new Random(seed);
        this.kind = kind;
        this.collector = collector;
        this.slabBytes = 1 << (12 + random.nextInt(4));
        long floor = 2L * SLOTS * FLOOR_SLABS * slabBytes + 2L * slabBytes;
        this.budgetBytes = ample ? 512L << 20 : floor + random.nextInt(20) * (long) slabBytes;
        this.partitions = 1 + random.nextInt(random.nextBoolean() ? 4 : 300);
        this.orders = prefixed ? ByteKeyOrder::withPrefix : ByteKeyOrder::withoutPrefix;
        this.plan = plan(shuffle, kind, collector);
        int mapTasks = random.nextInt(12);
        for (int i = 0; i < mapTasks; i++) {
            maps.add(records(random.nextInt(random.nextInt(8) == 0 ? 20_000 : 2_000)));
        }
    }

    /** Has equal keys come in Hadoop's order, of small buffers. */
    RandomShuffle asHadoop() {
        smallSpills();
        long single = random.nextInt(20_000);
        hadoop =
                new HadoopTerms(
                        2 + random.nextInt(5),
                        new HadoopTerms.Fetch(
                                single,
                                2 * single,
                                random.nextInt(4) == 0 ? 2 + random.nextInt(3) : 0,
                                random.nextInt(30_000)));
        return this;
    }

    /** Has combiners called often, for small spills. */
    RandomShuffle smallSpills() {
        spills =
                new SpillTerms(
                        16 * (64 + random.nextInt(4_000)),
                        Math.min(1, 0.3f + random.nextInt(8) / 10f),
                        1 + random.nextInt(5));
        return this;
    }

    /** Has some attempts run as if in other processes, which work in this directory. */
    RandomShuffle partlyElsewhere(Path directory) {
        elsewhere = new Elsewhere(this, plan(ShuffleKind.PULL, kind, collector), directory);
        return this;
    }

    /**
     * Has some outputs leave another shuffle in blocks while they are made, and come to this one.
     */
    RandomShuffle partlyInBlocks() {
        inBlocks = plan(ShuffleKind.PULL, kind, collector);
        return this;
    }

    private Plan plan(ShuffleKind shuffle, SlabKind kind, CollectorKind collector) {
        LockKind lock = LockKind.values()[random.nextInt(LockKind.values().length)];
        Plan.Builder plan = new Plan.Builder();
        choose(plan, EngineKeys.MAP_THREADS, SLOTS);
        choose(plan, EngineKeys.SORT_THREADS, SLOTS);
        choose(plan, EngineKeys.REDUCE_THREADS, SLOTS);
        choose(plan, EngineKeys.SLAB_KIND, kind);
        choose(plan, EngineKeys.SHUFFLE_KIND, shuffle);
        choose(plan, EngineKeys.SHUFFLE_LOCK, lock);
        choose(plan, EngineKeys.HYBRID_STREAMS, 1 + random.nextInt(3));
        choose(plan, EngineKeys.SORT_TIES, Ties.EMISSION);
        choose(plan, EngineKeys.COLLECTOR, collector);
        choose(plan, EngineKeys.COMBINE, CombineMode.ALWAYS);
        choose(plan, EngineKeys.PARTIAL_REDUCE, PartialReduceMode.NEVER);
        choose(plan, EngineKeys.SORT_SPLIT, (long) slabBytes * (1 + random.nextInt(8)));
        choose(plan, EngineKeys.MERGE_FACTOR, 2 + random.nextInt(6));
        choose(
                plan,
                EngineKeys.MERGE_MODE,
                random.nextBoolean() ? MergeMode.AHEAD : MergeMode.INLINE);
        choose(
                plan,
                EngineKeys.SPILL_COMPRESSION,
                random.nextBoolean() ? RunCompression.LZ4 : RunCompression.NONE);
        return plan.build();
    }

    private static <T> void choose(Plan.Builder plan, Key<T> key, T value) {
        plan.add(key, Choice.of(key, value, "for the test"));
    }

    private List<ByteRecord> records(int count) {
        int distinct = 1 + random.nextInt(random.nextBoolean() ? 20 : 100_000);
        int maxKey = random.nextBoolean() ? 12 : 40;
        List<ByteRecord> records = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            records.add(
                    new ByteRecord(key(random.nextInt(distinct), maxKey), bytes(valueLength())));
        }
        return records;
    }

    /** A key that depends on its number alone; keys share beginnings, and some are empty. */
    private static byte[] key(int number, int maxLength) {
        Random own = new Random(number);
        byte[] key = new byte[own.nextInt(maxLength)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (own.nextInt(4) == 0 ? own.nextInt(256) : 'a');
        }
        return key;
    }

    private int valueLength() {
        int draw = random.nextInt(1000);
        int longest = random.nextInt(16) == 0 ? MAX_VALUE : 3 * slabBytes;
        return draw == 0 ? random.nextInt(longest) : draw < 300 ? 0 : random.nextInt(16);
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    int partition(byte[] key) {
        return Math.floorMod(Arrays.hashCode(key), partitions);
    }

    /**
     * What each partition must read: all records by key, equal keys by map task and order of
     * emission.
     */
    List<List<ByteRecord>> expected() {
        return expected(maps);
    }

    /** The same if the combiner marks each record as often as Hadoop would call it. */
    List<List<ByteRecord>> expectedMarked() {
        return expected(maps.stream().map(this::marked).toList());
    }

    private List<ByteRecord> marked(List<ByteRecord> emitted) {
        SpillRing ring = new SpillRing(spills);
        List<Integer> marks = new ArrayList<>();
        int ended = 0;
        boolean open = false;
        for (ByteRecord record : emitted) {
            SpillRing.Fate fate = ring.add(record.key().length, record.value().length);
            ended += (fate.endsSpill() ? 1 : 0) + (fate.alone() ? 1 : 0);
            marks.add(fate.alone() ? 0 : 1);
            open = !fate.alone();
        }
        int again = spills.combinesAgain(ended + (open ? 1 : 0)) ? 1 : 0;
        List<ByteRecord> marked = new ArrayList<>();
        for (int i = 0; i < emitted.size(); i++) {
            marked.add(MarkingCombiner.marked(emitted.get(i), marks.get(i) + again));
        }
        return marked;
    }

    private List<List<ByteRecord>> expected(List<List<ByteRecord>> maps) {
        List<List<ByteRecord>> result = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            result.add(new ArrayList<>());
        }
        maps.forEach(records ->
                records.forEach(record -> result.get(partition(record.key())).add(record)));
        result.forEach(records -> records.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key())));
        return result;
    }

    MemoryBudget newBudget() {
        return new MemoryBudget(budgetBytes, slabBytes, 2L * SLOTS * FLOOR_SLABS * slabBytes);
    }

    /**
     * Runs all map attempts, some of them failing first, then reads every partition, once or twice.
     */
    List<List<ByteRecord>> run(Path directory, MemoryBudget memory, @Nullable Combiner combiner)
            throws Exception {
        ExecutorService mapPool = Executors.newFixedThreadPool(SLOTS);
        ExecutorService sortPool = Executors.newFixedThreadPool(SLOTS);
        SpillCoding coding =
                SpillCoding.PLAIN.encrypted(random.nextBoolean() ? new byte[16] : null);
        Sorters sorters = (guard, work) -> sortPool.execute(work);
        RunIntake intake =
                new RunIntake(
                        TestMemory.of(memory),
                        plan.value(EngineKeys.SLAB_KIND),
                        new SpillArea(List.of(directory), SpillCoding.PLAIN),
                        "arrived");
        Plan pull = inBlocks == null ? plan : inBlocks;
        try (Shuffle shuffle = Shuffles.open(context(plan, memory, sorters, directory, coding));
                Shuffle left = Shuffles.open(context(pull, memory, sorters, directory, coding))) {
            List<Future<?>> ended = new ArrayList<>();
            for (int task = 0; task < maps.size(); task++) {
                int number = task;
                int failAfter =
                        random.nextInt(3) == 0 ? random.nextInt(maps.get(task).size() + 1) : -1;
                Elsewhere other = random.nextBoolean() ? elsewhere : null;
                int blockBytes = 1 + random.nextInt(4 * slabBytes);
                ReturningBlocks blocks =
                        inBlocks != null && random.nextBoolean()
                                ? new ReturningBlocks(shuffle, partitions, intake, blockBytes)
                                : null;
                ended.add(
                        mapPool.submit(() -> {
                            if (blocks != null) {
                                mapInBlocks(left, number, failAfter, combiner, blocks);
                                return null;
                            }
                            if (failAfter >= 0) {
                                map(shuffle, number, 0, failAfter, combiner);
                            }
                            if (other == null) {
                                map(shuffle, number, 1, -1, combiner).publish();
                            } else {
                                shuffle.publish(other.map(number, combiner, coding, intake));
                            }
                            return null;
                        }));
            }
            for (Future<?> map : ended) {
                map.get();
            }
            shuffle.endMaps();
            return reduce(shuffle, mapPool);
        } finally {
            mapPool.shutdown();
            sortPool.shutdown();
        }
    }

    /** The shuffle that is drawn, which sorts on the threads that call it. */
    Shuffle open(MemoryBudget memory, Path directory) {
        return Shuffles.open(
                context(plan, memory, (guard, work) -> work.run(), directory, SpillCoding.PLAIN));
    }

    ShuffleContext context(
            Plan by, MemoryBudget memory, Sorters sorters, Path directory, SpillCoding coding) {
        return new ShuffleContext(
                new ShuffleJob("random", partitions, by, orders, spills, hadoop),
                memory,
                sorters,
                new Trace("test"),
                new SpillArea(
                        List.of(directory),
                        coding.compressed(
                                by.value(EngineKeys.SPILL_COMPRESSION) == RunCompression.LZ4)));
    }

    /** Runs a map attempt; what did not fail is finished, and the caller's to publish. */
    MapOutput map(
            Shuffle shuffle, int task, int attempt, int failAfter, @Nullable Combiner combiner)
            throws Exception {
        MapOutput output = shuffle.openMapOutput(mapGuard(task, attempt), combiner);
        emit(output, task, failAfter);
        return output;
    }

    private void mapInBlocks(
            Shuffle shuffle,
            int task,
            int failAfter,
            @Nullable Combiner combiner,
            ReturningBlocks blocks)
            throws Exception {
        if (failAfter >= 0) {
            MapOutput output = shuffle.openMapOutput(mapGuard(task, 0), combiner);
            blocks.begin(output);
            emit(output, task, failAfter);
            blocks.drop();
        }
        try (MapOutput output = shuffle.openMapOutput(mapGuard(task, 1), combiner)) {
            blocks.begin(output);
            emit(output, task, -1);
            blocks.complete();
        }
    }

    private void emit(MapOutput output, int task, int failAfter) throws Exception {
        RecordSink sink = output.sink();
        int emitted = 0;
        for (ByteRecord record : maps.get(task)) {
            if (emitted++ == failAfter) {
                break;
            }
            if (emitted % 100 == 7) {
                sink.output().write(record.value(), 0, record.value().length);
                sink.discardRecord();
            }
            sink.output().write(record.key(), 0, record.key().length);
            sink.endKey();
            sink.output().write(record.value(), 0, record.value().length);
            sink.endRecord(partition(record.key()));
        }
        if (failAfter < 0 || failAfter % 2 == 0) {
            output.finish();
        }
        if (failAfter >= 0) {
            output.close();
        }
    }

    private List<List<ByteRecord>> reduce(Shuffle shuffle, ExecutorService pool) throws Exception {
        List<Future<List<ByteRecord>>> reads = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            int number = partition;
            boolean twice = random.nextInt(4) == 0;
            Elsewhere other = random.nextBoolean() ? elsewhere : null;
            reads.add(
                    pool.submit(() -> {
                        if (twice) {
                            read(shuffle, number, 0, 3);
                        }
                        return other == null
                                ? read(shuffle, number, 1, Integer.MAX_VALUE)
                                : other.reduce(shuffle, number);
                    }));
        }
        List<List<ByteRecord>> result = new ArrayList<>();
        for (Future<List<ByteRecord>> read : reads) {
            result.add(read.get());
        }
        return result;
    }

    static AttemptGuard mapGuard(int task, int attempt) {
        return new AttemptGuard(new AttemptId(TaskKind.MAP, task, attempt));
    }

    static AttemptGuard reduceGuard(int partition, int attempt) {
        return new AttemptGuard(new AttemptId(TaskKind.REDUCE, partition, attempt));
    }

    static List<ByteRecord> read(Shuffle shuffle, int partition, int attempt, int limit)
            throws Exception {
        AttemptGuard guard = reduceGuard(partition, attempt);
        List<ByteRecord> records = new ArrayList<>();
        try (PartitionInput input = shuffle.openPartition(guard)) {
            while (records.size() < limit && input.records().next()) {
                records.add(ByteRecord.copyOf(input.records()));
            }
        }
        return records;
    }
}
