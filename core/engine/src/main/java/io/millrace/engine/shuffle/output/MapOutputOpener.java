package io.millrace.engine.shuffle.output;

import io.millrace.engine.collect.TableSink;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.CollectorKind;
import io.millrace.engine.plan.CombineMode;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.PartialReduceMode;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.Combiner.Accumulator;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.run.RunStore;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.combine.ChunkCombiner;
import io.millrace.engine.shuffle.combine.CombinedSpills;
import io.millrace.engine.shuffle.combine.Spills;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.delivery.ChunkDelivery;
import io.millrace.engine.shuffle.partial.EarlyReducer;
import io.millrace.engine.shuffle.partial.UsefulWork;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.CuttableSink;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.ties.HadoopTerms;
import io.millrace.engine.ties.SpillRing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Opens the outputs of a job's map attempts: chooses what collects and combines the records by the
 * plan, and takes the first slabs. Thread-safe.
 */
public final class MapOutputOpener {

    /** Initial slabs of an attempt: index and data. */
    private static final int APPEND_SLABS = 2;

    private final ShuffleContext context;
    private final ChunkDelivery delivery;
    private final SpillArea area;
    private final RunStore store;
    private final UsefulWork work;
    private final Publication publication;

    /** Makes what an attempt has put out part of the job's map output. */
    @FunctionalInterface
    public interface Publication {

        /** Takes over the run sets of a sealed output; blocks that were pushed count as well. */
        void publish(AttemptId attempt, List<RunSet> kept, Tally records);
    }

    public MapOutputOpener(
            ShuffleContext context,
            ChunkDelivery delivery,
            SpillArea area,
            RunStore store,
            UsefulWork work,
            Publication publication) {
        this.context = context;
        this.delivery = delivery;
        this.area = area;
        this.store = store;
        this.work = work;
        this.publication = publication;
    }

    /** An empty output; takes memory as {@link Shuffle#openMapOutput} does. */
    public MapOutput open(AttemptGuard guard, @Nullable Combiner combiner)
            throws IOException, InterruptedException {
        Plan plan = context.plan();
        Combiner used = combiner == null || !runs(combiner, plan) ? null : combiner;
        CollectorKind collector = plan.value(EngineKeys.COLLECTOR);
        Accumulator accumulator =
                used != null && collector == CollectorKind.HASH ? used.openAccumulator() : null;
        boolean table = accumulator != null || collector == CollectorKind.GROUP;
        ChunkCombiner called =
                used == null || used.isPartial() || accumulator != null
                        ? null
                        : new ChunkCombiner(guard, used, context, area);
        EarlyReducer reducer = accumulator != null ? null : earlyReducer(guard, combiner);
        ChunkedOutput chunks = chunks(guard, called, reducer);
        MemoryAccount memory = context.account(MemoryUse.MAP_OUTPUT);
        MemoryAccount tables = context.account(MemoryUse.TABLE);
        SlabKind kind = plan.value(EngineKeys.SLAB_KIND);
        // The table compares keys byte by byte, so it is on the heap.
        List<Slab> slabs = new ArrayList<>();
        try {
            if (table) {
                slabs.addAll(tables.take(SlabKind.HEAP, TableSink.MIN_SLABS, memory.slabBytes()));
            }
            List<Slab> tableSlabs = List.copyOf(slabs);
            slabs.addAll(memory.take(kind, APPEND_SLABS, memory.slabBytes()));
            boolean sorts = delivery.wantsSorted() || called != null;
            ChunkWriter writer =
                    new ChunkWriter(
                            memory,
                            kind,
                            context.partitions(),
                            sorts ? context.keyOrders().get() : null,
                            sortSplit(),
                            chunks,
                            slabs.subList(tableSlabs.size(), slabs.size()));
            TableSink behind = table ? table(writer, tables, tableSlabs, accumulator) : null;
            CuttableSink last = behind == null ? writer : behind;
            RecordSink sink =
                    called == null && context.hadoop() == null
                            ? last
                            : new RingSink(last, chunks, new SpillRing(context.spills()));
            return new AttemptOutput(context, guard, chunks, writer, sink, behind, publication);
        } catch (Throwable e) {
            slabs.forEach(Slab::close);
            throw e;
        }
    }

    private static boolean runs(Combiner combiner, Plan plan) {
        return combiner.isPartial()
                ? plan.value(EngineKeys.PARTIAL_REDUCE) != PartialReduceMode.NEVER
                : plan.value(EngineKeys.COMBINE) != CombineMode.NEVER;
    }

    private @Nullable EarlyReducer earlyReducer(AttemptGuard guard, @Nullable Combiner combiner) {
        Combiner partial = combiner == null ? null : combiner.partialReducer();
        return partial == null || !runs(partial, context.plan())
                ? null
                : new EarlyReducer(guard, partial, context, area, work);
    }

    private ChunkedOutput chunks(
            AttemptGuard guard, @Nullable ChunkCombiner combiner, @Nullable EarlyReducer reducer) {
        HadoopTerms hadoop = context.hadoop();
        Spills spills = hadoop == null ? null : new Spills(guard, context, hadoop, area, combiner);
        CombinedSpills combined =
                combiner == null ? null : new CombinedSpills(guard, context, store, area, combiner);
        return new ChunkedOutput(guard, context, delivery, store, area, combined, reducer, spills);
    }

    /** The bytes of a chunk after which it is sorted; Hadoop's ring ends chunks itself. */
    private int sortSplit() {
        return context.hadoop() == null
                ? Math.toIntExact(context.plan().value(EngineKeys.SORT_SPLIT))
                : Integer.MAX_VALUE;
    }

    private TableSink table(
            ChunkWriter writer,
            MemoryAccount tables,
            List<Slab> slabs,
            @Nullable Accumulator accumulator)
            throws InterruptedException {
        Plan plan = context.plan();
        return new TableSink(
                tables,
                slabs,
                accumulator,
                accumulator == null || plan.value(EngineKeys.COMBINE) != CombineMode.ALWAYS,
                accumulator == null ? plan.value(EngineKeys.SORT_SPLIT) : Long.MAX_VALUE,
                writer);
    }
}
