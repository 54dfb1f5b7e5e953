package io.millrace.engine.shuffle.output;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.context.ChunkTask;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.output.ChunkRoute.Passage;
import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkConsumer;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of one map attempt: each is sorted on the sort pool, offered to the partial reducer,
 * and sent on its route to the outlet. The attempt's thread calls all methods except {@link
 * #process}, which runs on a sort thread, and {@link #closeSets}.
 */
final class ChunkedOutput implements ChunkConsumer, AutoCloseable {

    private final AttemptGuard guard;
    private final AttemptId attempt;
    private final ShuffleContext context;
    private final ChunkOutlet outlet;
    private final ChunkRoute route;
    private final ChunkReduction reduction;
    private final ChunkTasks tasks;
    private final ChunkNumbers numbers;
    private final MemoryAccount memory;

    /** Whether each of Hadoop's spills is one chunk. */
    private final boolean chunksAreSpills;

    /** Spills of Hadoop's that have ended. */
    private long endedSpills;

    ChunkedOutput(
            AttemptGuard guard,
            ShuffleContext context,
            ChunkOutlet outlet,
            ChunkRoute route,
            ChunkReduction reduction,
            ChunkTasks tasks) {
        this.guard = guard;
        this.attempt = guard.attempt();
        this.context = context;
        this.outlet = outlet;
        this.route = route;
        this.reduction = reduction;
        this.tasks = tasks;
        this.numbers = outlet.numbers();
        this.memory = context.account(MemoryUse.MAP_OUTPUT);
        this.chunksAreSpills = outlet.equalKeys().chunksAreSpills();
    }

    @Override
    public void accept(Chunk chunk) throws IOException, InterruptedException {
        long sequence = numbers.next();
        context.trace().collected(attempt.toString(), chunk.records(), chunk.bytes());
        Passage passage = route.begin();
        ChunkTask task =
                new ChunkTask(guard, chunk::close, () -> process(chunk, sequence, passage));
        if (sorts()) {
            tasks.start(task);
        } else {
            task.run();
            task.await();
        }
    }

    private boolean sorts() {
        return route.sorts() || outlet.wantsSorted();
    }

    private void process(Chunk chunk, long sequence, Passage passage)
            throws IOException, InterruptedException {
        boolean sorted = sorts();
        try {
            if (sorted) {
                outlet.sort(chunk, !route.sorts());
                guard.check(); // a slow comparator may get the attempt left behind
            }
            if (!sorted || !reduction.reduce(chunk, sequence)) {
                passage.accept(chunk, sequence, sorted);
            }
        } catch (Throwable e) {
            chunk.close();
            throw e;
        }
        passage.end();
    }

    /**
     * Output with a combiner is cut into blocks after combining, so that the combiner sees long
     * runs.
     */
    @Override
    public int maxRecords() {
        return route.sorts() ? Integer.MAX_VALUE : context.maxChunkRecords();
    }

    @Override
    public List<Slab> takeChunkSlabs() throws IOException, InterruptedException {
        SlabKind kind = context.plan().value(EngineKeys.SLAB_KIND);
        List<Slab> slabs = memory.tryTake(kind, 2, memory.slabBytes());
        if (!slabs.isEmpty()) {
            return slabs;
        }
        tasks.awaitAll();
        spillAll();
        OpenSpan waitingForMemory = begin(Phase.WAIT);
        List<Slab> floor = memory.take(kind, 2, memory.slabBytes());
        waitingForMemory.end(0, 0);
        return floor;
    }

    /** A spill like Hadoop's is sorted as a whole: without room, it exceeds the budget. */
    @Override
    public @Nullable Slab takeMore(MemoryAccount account, SlabKind kind, int bytes)
            throws IOException, InterruptedException {
        Slab slab = account.tryTake(kind, bytes);
        if (slab != null || !chunksAreSpills) {
            return slab;
        }
        tasks.awaitAll();
        spillAll();
        Slab freed = account.tryTake(kind, bytes);
        return freed == null ? account.overdraw(bytes) : freed;
    }

    @Override
    public long maxRecordBytes(MemoryAccount account) {
        return chunksAreSpills ? Long.MAX_VALUE : ChunkConsumer.super.maxRecordBytes(account);
    }

    @Override
    public void acceptLarge(
            int partition, byte[] record, int offset, int keyLength, int valueLength)
            throws IOException, InterruptedException {
        RunSet set = outlet.write(partition, record, offset, keyLength, valueLength);
        Tally one = tally(partition, keyLength, valueLength);
        route.acceptLarge(set, one);
    }

    /** Takes a record that is one of Hadoop's spills; the bytes are lent. */
    void acceptAlone(int partition, byte[] record, int offset, int keyLength, int valueLength)
            throws IOException, InterruptedException {
        RunSet set = outlet.write(partition, record, offset, keyLength, valueLength);
        Tally one = tally(partition, keyLength, valueLength);
        route.acceptAlone(set, one);
        endedSpills++;
    }

    private Tally tally(int partition, int keyLength, int valueLength) {
        Tally one = new Tally(context.partitions());
        one.add(partition, keyLength, valueLength);
        return one;
    }

    /** Says that all records of one of Hadoop's spills have been taken. */
    void endSpill() throws IOException, InterruptedException {
        endedSpills++;
        route.endSpill();
    }

    /**
     * Checks that each of Hadoop's spills is one chunk, if equal keys come in Hadoop's order, which
     * sorts a spill as a whole.
     */
    void checkSpills() throws IOException {
        if (chunksAreSpills && numbers.given() != endedSpills) {
            throw new IOException(
                    "a spill has more records than can be sorted at once; decrease"
                            + " mapreduce.task.io.sort.mb");
        }
    }

    /**
     * Waits until all chunks are processed, and combines or merges them again if they are Hadoop's
     * spills. From now on, no runs leave.
     */
    void finish() throws IOException, InterruptedException {
        endSpill();
        tasks.awaitAll();
        outlet.kept().seal();
        route.finish();
        outlet.equalKeys().finish(outlet, tasks);
    }

    /** Hands all run sets on as files. Called after {@link #finish}. */
    List<PlacedRuns> handOn() throws IOException, InterruptedException {
        spillAll();
        return outlet.kept().handOn();
    }

    private void spillAll() throws IOException, InterruptedException {
        outlet.kept().spill(route.sets());
    }

    /** Gives back the attempt's memory once no thread works on it. */
    @Override
    public void close() {
        tasks.close();
        closeSets();
    }

    /** Gives back the run sets so far; may be called from any thread. */
    void closeSets() {
        outlet.kept().close();
        route.closeSets();
    }

    /** Records that this attempt has spilled so far. */
    long spilledRecords() {
        return outlet.kept().spilledRecords() + route.spilledRecords();
    }

    private OpenSpan begin(Phase phase) {
        return context.trace().begin(phase, attempt.toString());
    }
}
