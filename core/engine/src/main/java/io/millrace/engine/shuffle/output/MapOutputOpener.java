package io.millrace.engine.shuffle.output;

import io.millrace.engine.collect.TableSink;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.CombineMode;
import io.millrace.engine.plan.EngineKeys;
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
import io.millrace.engine.stream.ChunkForm;
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
        CombinerCalls calls = CombinerCalls.of(combiner, context.plan());
        ChunkTasks tasks = new ChunkTasks(guard, context);
        ChunkOutlet outlet =
                new ChunkOutlet(guard, context, delivery, store, area, equalKeys(guard, calls));
        ChunkRoute route = route(guard, calls, outlet, tasks);
        ChunkedOutput chunks =
                new ChunkedOutput(
                        guard, context, outlet, route, reduction(guard, calls, outlet), tasks);
        List<CuttableSink> sinks = sinks(calls, chunks, outlet.wantsSorted() || route.sorts());
        CuttableSink first = sinks.get(0);
        RecordSink sink =
                route.sorts() || outlet.equalKeys().chunksAreSpills()
                        ? new RingSink(first, chunks, new SpillRing(context.job().spills()))
                        : first;
        return new AttemptOutput(guard, chunks, outlet, sink, sinks, publication);
    }

    private EqualKeys equalKeys(AttemptGuard guard, CombinerCalls calls) {
        HadoopTerms hadoop = context.job().hadoop();
        return hadoop == null
                ? new EmissionOrder()
                : new HadoopOrder(
                        new Spills(guard, context, hadoop, area, chunkCombiner(guard, calls)));
    }

    private ChunkRoute route(
            AttemptGuard guard, CombinerCalls calls, ChunkOutlet outlet, ChunkTasks tasks) {
        ChunkCombiner called = chunkCombiner(guard, calls);
        return called == null
                ? new StraightRoute(outlet)
                : new CombiningRoute(
                        guard,
                        new CombinedSpills(guard, context, store, area, called),
                        outlet,
                        tasks);
    }

    private @Nullable ChunkCombiner chunkCombiner(AttemptGuard guard, CombinerCalls calls) {
        Combiner called = calls.onSpills();
        return called == null ? null : new ChunkCombiner(guard, called, context, area);
    }

    private ChunkReduction reduction(AttemptGuard guard, CombinerCalls calls, ChunkOutlet outlet) {
        Combiner partial = calls.onShortMemory();
        return partial == null
                ? ChunkReduction.NONE
                : new EarlyReduction(
                        guard,
                        new EarlyReducer(guard, partial, context, area, work),
                        outlet,
                        calls.onSpills() != null);
    }

    /**
     * The sinks that records pass: a table, if there is one, and the writer of chunks. They own the
     * attempt's first slabs.
     *
     * @param sorts whether chunks are sorted before they are delivered
     */
    private List<CuttableSink> sinks(CombinerCalls calls, ChunkedOutput chunks, boolean sorts)
            throws InterruptedException {
        MemoryAccount memory = context.account(MemoryUse.MAP_OUTPUT);
        MemoryAccount tables = context.account(MemoryUse.TABLE);
        SlabKind kind = context.plan().value(EngineKeys.SLAB_KIND);
        List<Slab> slabs = new ArrayList<>();
        try {
            if (calls.inTable()) {
                // The table compares keys byte by byte, so it is on the heap.
                slabs.addAll(tables.take(SlabKind.HEAP, TableSink.MIN_SLABS, memory.slabBytes()));
            }
            List<Slab> tableSlabs = List.copyOf(slabs);
            slabs.addAll(memory.take(kind, APPEND_SLABS, memory.slabBytes()));
            ChunkWriter writer =
                    new ChunkWriter(
                            memory,
                            new ChunkForm(
                                    kind,
                                    context.partitions(),
                                    sorts ? context.keyOrders().get() : null,
                                    sortSplit()),
                            chunks,
                            slabs.subList(tableSlabs.size(), slabs.size()));
            return calls.inTable()
                    ? List.of(table(writer, tables, tableSlabs, calls.accumulator()), writer)
                    : List.of(writer);
        } catch (Throwable e) {
            slabs.forEach(Slab::close);
            throw e;
        }
    }

    /** The bytes of a chunk after which it is sorted; Hadoop's ring ends chunks itself. */
    private int sortSplit() {
        return context.job().hadoop() == null
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
