package io.millrace.engine.shuffle.partial;

import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.shuffle.combine.CombinedOutput;
import io.millrace.engine.shuffle.combine.CombinedParts;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.DistinctKeys;
import io.millrace.engine.stream.RecordLayout;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptDiscardedException;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.task.Thrown;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import java.io.IOException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Applies the job's partial reducer to sorted chunks of one map attempt while memory is short, so
 * that what goes to disk next is less: as Hadoop's combiner does at a spill, but only where it
 * pays. A partial reducer that fails costs nothing but the work: the chunk remains. Called on sort
 * threads, several at once.
 */
public final class EarlyReducer {

    private final AttemptGuard guard;
    private final Combiner reducer;
    private final ShuffleContext context;
    private final SpillArea area;
    private final UsefulWork work;

    public EarlyReducer(
            AttemptGuard guard,
            Combiner reducer,
            ShuffleContext context,
            SpillArea area,
            UsefulWork work) {
        this.guard = guard;
        this.reducer = reducer;
        this.context = context;
        this.area = area;
        this.work = work;
    }

    /** The results for some partitions of a chunk. */
    public record Reduced(BitSet partitions, CombinedParts parts) {}

    /**
     * Reduces a sorted chunk, which is lent.
     *
     * @param sequence of the chunk's run set
     * @param wholly whether all partitions have to be reduced: what takes a combiner's place leaves
     *     nothing that is not combined
     * @return null if memory is not short, if it does not pay, or if the partial reducer fails
     */
    public @Nullable Reduced reduce(Chunk sorted, long sequence, boolean wholly)
            throws IOException, InterruptedException {
        if (!context.memory().isShort()) {
            return null;
        }
        BitSet partitions = worthwhile(sorted);
        if (partitions.isEmpty()
                || (wholly && sorted.hasRecordsBeside(partitions))
                || !work.enter(guard)) {
            return null;
        }
        OpenSpan reducing = context.trace().begin(Phase.PARTIAL_REDUCE, guard.attempt().toString());
        try {
            return reduce(sorted, partitions, sequence);
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) { // the job's own code
            guard.check();
            if (AttemptDiscardedException.isBehind(e)) {
                throw Thrown.again(e); // its next attempt may call the partial reducer
            }
            work.giveUp(e);
            return null;
        } finally {
            work.leave(guard);
            reducing.end(sorted.records(), sorted.bytes());
        }
    }

    /** The partitions that have enough records with equal keys. */
    private BitSet worthwhile(Chunk sorted) throws IOException {
        BitSet partitions = new BitSet();
        KeyOrder order = context.keyOrders().get();
        for (int each = 0; each < context.partitions(); each++) {
            OutputStatistics records = sorted.tally().of(each);
            if (records.records() == 0 || !work.pays(ReduceStage.CHUNK, each)) {
                continue;
            }
            long keys = 0;
            for (DistinctKeys all = new DistinctKeys(sorted, each, order); all.next(); ) {
                keys++;
            }
            if (keys <= work.maxRatio() * records.records()) {
                partitions.set(each);
            } else {
                work.addSpared(ReduceStage.CHUNK, each, bytesOnDisk(records));
            }
        }
        return partitions;
    }

    /** A pack of values takes more there than in memory: each value is written with its key. */
    private static long bytesOnDisk(OutputStatistics records) {
        return records.bytes() + RecordLayout.HEADER_BYTES * records.records();
    }

    private static long bytesOnDisk(Tally records, BitSet partitions) {
        return partitions.stream().mapToLong(each -> bytesOnDisk(records.of(each))).sum();
    }

    private Reduced reduce(Chunk sorted, BitSet partitions, long sequence)
            throws IOException, InterruptedException {
        CombinedParts parts = new CombinedParts(context.partitions());
        long start = System.nanoTime();
        boolean done = false;
        try (CombinedOutput output =
                CombinedOutput.of(
                        context,
                        area,
                        guard.attempt().toString(),
                        to -> reduceAll(sorted, partitions, to))) {
            guard.check();
            parts.addAll(
                    output,
                    guard.attempt().task(),
                    sequence,
                    0,
                    context.account(MemoryUse.MAP_OUTPUT));
            done = true;
        } finally {
            if (!done) {
                parts.close();
            }
        }
        partitions.stream().forEach(each -> addWork(each, sorted.tally(), parts.tally()));
        work.addTime(
                ReduceStage.CHUNK,
                bytesOnDisk(sorted.tally(), partitions),
                bytesOnDisk(parts.tally(), partitions),
                System.nanoTime() - start);
        return new Reduced(partitions, parts);
    }

    private void addWork(int partition, Tally in, Tally out) {
        OutputStatistics before = in.of(partition);
        OutputStatistics after = out.of(partition);
        work.add(
                ReduceStage.CHUNK,
                partition,
                before.records(),
                after.records(),
                bytesOnDisk(before),
                bytesOnDisk(after));
    }

    private void reduceAll(Chunk sorted, BitSet partitions, ChunkWriter to)
            throws IOException, InterruptedException {
        KeyOrder order = context.keyOrders().get();
        for (int each = partitions.nextSetBit(0);
                each >= 0;
                each = partitions.nextSetBit(each + 1)) {
            guard.check();
            KeptKeys keys = KeptKeys.of(sorted, each, order);
            reducer.combineRun(each, sorted.cursor(each), keys.after(to));
            keys.checkComplete();
        }
    }
}
