package io.millrace.engine.shuffle.delivery;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.LockKind;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.task.AttemptId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Push and hybrid: map attempts append blocks to streams that belong to the partitions. Push has
 * one stream for each partition; hybrid has a few, and deals blocks out to them evenly. Once the
 * streams are full, chunks become runs of their attempt, as with pull. Thread-safe.
 */
final class SharedStreams implements ChunkDelivery {

    /** The streams may take 1/SHARE of the memory; the rest is for sorting and for spilled runs. */
    private static final int SHARE = 2;

    private final int partitions;
    private final int streamsPerPartition;
    private final List<SharedStream> streams;

    /** Whether a stream was full once: later chunks stay whole instead of being split. */
    private volatile boolean full;

    private SharedStreams(
            int partitions,
            int streamsPerPartition,
            LockKind lock,
            SlabKind kind,
            MemoryAccount memory) {
        this.partitions = partitions;
        this.streamsPerPartition = streamsPerPartition;
        this.streams = new ArrayList<>(partitions * streamsPerPartition);
        StreamShare share = new StreamShare(memory, memory.maxBytes() / SHARE);
        for (int i = 0; i < partitions * streamsPerPartition; i++) {
            streams.add(new SharedStream(memory.slabBytes(), share, kind, StreamLock.of(lock)));
        }
    }

    static SharedStreams of(ShuffleContext context, int streamsPerPartition) {
        Plan plan = context.plan();
        return new SharedStreams(
                context.partitions(),
                streamsPerPartition,
                plan.value(EngineKeys.SHUFFLE_LOCK),
                plan.value(EngineKeys.SLAB_KIND),
                context.account(MemoryUse.SHARED_STREAMS));
    }

    @Override
    public boolean wantsSorted() {
        return false;
    }

    @Override
    public int accept(AttemptId attempt, long sequence, Chunk chunk, boolean sorted)
            throws IOException, InterruptedException {
        if (full) {
            return 0;
        }
        if (!sorted) {
            chunk.sortByPartition();
        }
        int entry = 0;
        while (entry < chunk.entries()) {
            int partition = chunk.partition(entry);
            int end = chunk.firstEntry(partition + 1);
            // Different attempts start with different streams, to reduce contention.
            int turn = (int) Math.floorMod(attempt.task() + sequence, (long) streamsPerPartition);
            SharedStream stream = streams.get(partition * streamsPerPartition + turn);
            if (!stream.append(attempt, sequence, chunk, entry, end)) {
                full = true;
                return partition;
            }
            entry = end;
        }
        return partitions;
    }

    @Override
    public List<StreamBlock> blocks(int partition, Predicate<AttemptId> committed) {
        List<StreamBlock> result = new ArrayList<>();
        for (int i = 0; i < streamsPerPartition; i++) {
            result.addAll(streams.get(partition * streamsPerPartition + i).blocks(committed));
        }
        result.sort(Comparator.comparing(StreamBlock::place));
        return result;
    }

    @Override
    public void close() {
        streams.forEach(SharedStream::close);
    }
}
