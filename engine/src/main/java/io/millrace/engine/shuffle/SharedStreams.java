package io.millrace.engine.shuffle;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.LockKind;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.task.AttemptId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Push and hybrid: map attempts append to streams that belong to the partitions, one each for push,
 * a few for hybrid, over which blocks are dealt out evenly. Once they are full, chunks become runs
 * of their attempt, as with pull. Thread-safe.
 */
final class SharedStreams implements ChunkDelivery {

    /** Part of the memory that streams may take; the rest is for sorting and for spilled runs. */
    private static final int SHARE = 2;

    private final int partitions;
    private final int streamsPerPartition;
    private final List<SharedStream> streams;

    /** Whether a stream has had no room once: what comes then is no longer scattered over two. */
    private volatile boolean full;

    SharedStreams(
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

    @Override
    public boolean wantsSorted() {
        return false;
    }

    @Override
    public int accept(AttemptId attempt, long sequence, Chunk chunk, boolean sorted)
            throws InterruptedException {
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
            // Turns differ between attempts, so that they meet in different streams.
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
