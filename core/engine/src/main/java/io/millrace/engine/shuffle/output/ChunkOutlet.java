package io.millrace.engine.shuffle.output;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.memory.DiskBuffer;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.run.RunStore;
import io.millrace.engine.shuffle.combine.CombinedOutput;
import io.millrace.engine.shuffle.combine.CombinedOutput.InMemory;
import io.millrace.engine.shuffle.combine.CombinedOutput.OnDisk;
import io.millrace.engine.shuffle.combine.CombinedOutput.Part;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.delivery.ChunkDelivery;
import io.millrace.engine.shuffle.remote.RunSending;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * The end of the route of an attempt's chunks: delivers records, keeps the rest as runs, and counts
 * all. Thread-safe, except for {@link #numbers}.
 */
final class ChunkOutlet {

    private final AttemptGuard guard;
    private final AttemptId attempt;
    private final ShuffleContext context;
    private final ChunkDelivery delivery;
    private final RunStore store;
    private final SpillArea area;
    private final EqualKeys equalKeys;
    private final MemoryAccount memory;
    private final ChunkNumbers numbers = new ChunkNumbers();
    private final KeptRuns kept;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private Tally tally;

    ChunkOutlet(
            AttemptGuard guard,
            ShuffleContext context,
            ChunkDelivery delivery,
            RunStore store,
            SpillArea area,
            EqualKeys equalKeys) {
        this.guard = guard;
        this.attempt = guard.attempt();
        this.context = context;
        this.delivery = delivery;
        this.store = store;
        this.area = area;
        this.equalKeys = equalKeys;
        this.memory = context.account(MemoryUse.MAP_OUTPUT);
        this.kept = new KeptRuns(context, store, area);
        this.tally = new Tally(context.partitions());
    }

    EqualKeys equalKeys() {
        return equalKeys;
    }

    ChunkNumbers numbers() {
        return numbers;
    }

    /** Whether chunks have to arrive sorted. */
    boolean wantsSorted() {
        return delivery.wantsSorted();
    }

    void checkRunsMayLeave() {
        context.checkRunsMayLeave();
    }

    /** The runs that were not delivered. */
    KeptRuns kept() {
        return kept;
    }

    /** Records and bytes by partition. */
    Tally tally() {
        synchronized (lock) {
            return tally;
        }
    }

    private OpenSpan begin(Phase phase) {
        return context.trace().begin(phase, attempt.toString());
    }

    /**
     * Sorts a chunk.
     *
     * @param stays whether nothing is made of it before it is kept or delivered: then its records
     *     are put into that order
     */
    void sort(Chunk chunk, boolean stays) throws IOException {
        sort(chunk, context.keyOrders().get(), stays);
    }

    private void sort(Chunk chunk, KeyOrder order, boolean stays) throws IOException {
        OpenSpan sorting = begin(Phase.SORT);
        equalKeys.sort(chunk, order);
        if (stays) {
            chunk.arrange(memory);
        }
        sorting.end(chunk.records(), chunk.bytes());
    }

    /** Counts records that are part of the output from now on. */
    void count(Tally records, long sequence) {
        synchronized (lock) {
            tally.add(records);
        }
        equalKeys.counted(sequence, records);
    }

    /** Takes over {@code chunk}. */
    void handOn(Chunk chunk, long sequence, boolean sorted)
            throws IOException, InterruptedException {
        count(chunk.tally(), sequence);
        deliver(chunk, sequence, sorted);
    }

    /** Takes over a combined set that the store has, and whose records the caller counts. */
    void handOnUncounted(RunSet set) throws IOException, InterruptedException {
        Chunk resident = delivery.wantsSorted() ? null : set.handOnChunk();
        if (resident == null) {
            kept.hold(set);
        } else {
            store.close(set);
            deliver(resident, set.sequence(), true);
        }
    }

    /** Takes over all parts of an output. */
    void handOnAll(CombinedOutput combined, long firstSequence)
            throws IOException, InterruptedException {
        long sequence = firstSequence;
        for (Part part = combined.next(); part != null; part = combined.next()) {
            if (part instanceof InMemory resident) {
                handOn(resident.chunk(), sequence++, true);
            } else if (part instanceof OnDisk disk) {
                keepOnDisk(new RunSet(attempt.task(), sequence++, disk.file()), disk.tally());
            }
        }
    }

    /** Has the parts of an output in the place of everything so far. */
    void replaceAll(CombinedOutput by, long firstSequence)
            throws IOException, InterruptedException {
        guard.check();
        kept.close();
        synchronized (lock) {
            tally = new Tally(context.partitions());
        }
        handOnAll(by, firstSequence);
    }

    /**
     * Writes a record into a separate file; the caller hands the set on. Called by the attempt's
     * thread.
     */
    RunSet write(int partition, byte[] record, int offset, int keyLength, int valueLength)
            throws IOException, InterruptedException {
        long sequence = numbers.next();
        OpenSpan spilling = begin(Phase.SPILL);
        try (DiskBuffer buffer = context.memory().lendDiskBuffer();
                RunFileWriter writer =
                        new RunFileWriter(
                                area, attempt.toString(), context.partitions(), buffer.bytes())) {
            writer.write(
                    partition, record, offset, keyLength, record, offset + keyLength, valueLength);
            RunSet set = new RunSet(attempt.task(), sequence, writer.finish());
            spilling.end(1, keyLength + (long) valueLength);
            return set;
        }
    }

    /** Takes over a set on disk whose records this attempt has not counted yet. */
    void keepOnDisk(RunSet set, Tally records) {
        count(records, set.sequence());
        kept.addSpilled(records.total().records());
        kept.keep(set);
    }

    /** Takes over a set whose records are counted here. */
    void keep(RunSet set, Tally records) {
        count(records, set.sequence());
        kept.keep(set);
    }

    /** Merges neighbouring runs that are short, if the reduce attempts read runs. */
    void mergeShortRuns(ChunkTasks tasks) throws IOException, InterruptedException {
        if (delivery.wantsSorted() && ShortRuns.among(kept.inMergeOrder(), context.partitions())) {
            tasks.run(this::mergeShortRuns);
        }
    }

    private void mergeShortRuns() throws IOException, InterruptedException {
        ShortRuns shortRuns = new ShortRuns(guard, context, area);
        List<RunSet> all = kept.inMergeOrder();
        while (shortRuns.merge(all, (merged, by) -> kept.replace(merged, attempt.task(), by))) {
            all = kept.inMergeOrder();
        }
    }

    /**
     * Writes the runs of the partitions from {@code first} to {@code end}, exclusively, in the form
     * that {@link SealedOutput#readFrom} reads. Called once the output is sealed.
     */
    void writeRuns(int first, int end, boolean compressed, DataOutput out) throws IOException {
        new RunSending(context, store, area, compressed)
                .write(kept.inMergeOrder(), first, end, tally().within(first, end), out);
    }

    /** Takes over {@code chunk}, whose records are counted. */
    private void deliver(Chunk chunk, long sequence, boolean sorted)
            throws IOException, InterruptedException {
        int rest = delivery.accept(attempt, sequence, chunk, sorted);
        if (rest == context.partitions()) {
            chunk.close();
            return;
        }
        if (!sorted) {
            KeyOrder order = context.keyOrders().get();
            chunk.addPrefixes(order);
            sort(chunk, order, true);
        }
        if (rest == 0) {
            chunk.shrink(memory);
            kept.keep(new RunSet(attempt.task(), sequence, chunk));
            return;
        }
        OpenSpan spilling = begin(Phase.SPILL);
        RunFile file =
                RunSet.write(
                        chunk,
                        partition -> partition >= rest,
                        area,
                        attempt.toString(),
                        context.partitions(),
                        context.memory());
        long records = chunk.tally().from(rest).records();
        spilling.end(records, file.bytes());
        kept.addSpilled(records);
        kept.keep(new RunSet(attempt.task(), sequence, file));
        chunk.close();
    }
}
