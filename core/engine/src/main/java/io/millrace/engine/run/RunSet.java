package io.millrace.engine.run;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.memory.DiskBuffer;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.spill.RunBlocks;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.RunSource;
import io.millrace.engine.spill.RunStreamWriter;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Chunk;
import java.io.Closeable;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.Comparator;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The runs of all partitions from one chunk of one map attempt, of this process or of another. They
 * are in memory, as records or coded, until memory is needed; then they are on disk. A pinned set
 * does not move. Thread-safe.
 */
public final class RunSet implements Closeable {

    /** The order in which equal keys are merged: by map task, then by emission. */
    public static final Comparator<RunSet> MERGE_ORDER =
            Comparator.comparingInt(RunSet::task).thenComparingLong(RunSet::sequence);

    private final int task;
    private final long sequence;
    private final int rounds;

    @GuardedBy("this")
    private @Nullable Chunk chunk;

    @GuardedBy("this")
    private @Nullable RunSource source;

    /** Partitions that are not read from here any more: they were reduced elsewhere. */
    @GuardedBy("this")
    private final BitSet consumed = new BitSet();

    @GuardedBy("this")
    private int pins;

    @GuardedBy("this")
    private boolean closed;

    /**
     * Written under the lock, but read without it when memory is needed: a thread that spills this
     * set holds the lock during the write.
     */
    private volatile long spillableBytes;

    /**
     * Runs in memory.
     *
     * @param sequence grows with the order of emission among the run sets of one attempt
     * @param sorted the chunk, which this owns from now on
     */
    public RunSet(int task, long sequence, Chunk sorted) {
        this(task, sequence, 0, sorted);
    }

    /**
     * Runs in memory that partial reduce made.
     *
     * @param rounds how often these records were partially reduced
     */
    public RunSet(int task, long sequence, int rounds, Chunk sorted) {
        this.task = task;
        this.sequence = sequence;
        this.rounds = rounds;
        this.chunk = sorted;
        this.spillableBytes = sorted.bytes();
    }

    /** Coded runs, in memory or on disk; this owns {@code source} from now on. */
    public RunSet(int task, long sequence, RunSource source) {
        this.task = task;
        this.sequence = sequence;
        this.rounds = 0;
        this.source = source;
        this.spillableBytes = bytesInMemory(source);
    }

    public int task() {
        return task;
    }

    public long sequence() {
        return sequence;
    }

    /** How often these records were partially reduced. */
    public int rounds() {
        return rounds;
    }

    private static long bytesInMemory(@Nullable RunSource source) {
        return source instanceof RunBlocks blocks ? blocks.slabBytes() : 0;
    }

    /** Bytes that {@link #spill} would give back now; none while a spill is in progress. */
    public long spillableBytes() {
        return spillableBytes;
    }

    @GuardedBy("this")
    private void updateSpillable() {
        if (pins > 0) {
            spillableBytes = 0;
        } else {
            spillableBytes = chunk != null ? chunk.bytes() : bytesInMemory(source);
        }
    }

    /**
     * Moves the runs to disk and gives back their memory.
     *
     * @return the number of records written; 0 if there was nothing to move, or the set is being
     *     read
     */
    public synchronized long spill(SpillArea area, String name, int partitions, MemoryBudget memory)
            throws IOException, InterruptedException {
        if (pins > 0) {
            return 0;
        }
        spillableBytes = 0;
        try {
            return spillUnpinned(area, name, partitions, memory);
        } finally {
            updateSpillable();
        }
    }

    @GuardedBy("this")
    private long spillUnpinned(SpillArea area, String name, int partitions, MemoryBudget memory)
            throws IOException, InterruptedException {
        Chunk resident = chunk;
        if (resident != null) {
            BitSet elsewhere = (BitSet) consumed.clone();
            RunFile file =
                    write(resident, each -> !elsewhere.get(each), area, name, partitions, memory);
            source = file;
            chunk = null;
            resident.close();
            return file.records();
        }
        if (source instanceof RunBlocks blocks) {
            try (DiskBuffer buffer = memory.lendDiskBuffer()) {
                source = blocks.copyTo(area, name, buffer.bytes());
            }
            blocks.close();
            return blocks.records();
        }
        return 0;
    }

    /** Writes the records of a sorted chunk in the {@code wanted} partitions to a file. */
    public static RunFile write(
            Chunk chunk,
            IntPredicate wanted,
            SpillArea area,
            String name,
            int partitions,
            MemoryBudget memory)
            throws IOException, InterruptedException {
        try (DiskBuffer buffer = memory.lendDiskBuffer();
                RunFileWriter writer = new RunFileWriter(area, name, partitions, buffer.bytes())) {
            writer.writeChunk(chunk, wanted);
            return writer.finish();
        }
    }

    /**
     * Writes the runs of the partitions from {@code first} to {@code end}, exclusively, for another
     * process. The set must be pinned meanwhile.
     *
     * @param area gives records in memory their coding, except for compression
     * @param compressed whether records in memory are compressed; those on disk go as they are
     * @param buffer lent for the duration of the call
     */
    public void writeRuns(
            int first, int end, SpillArea area, boolean compressed, byte[] buffer, DataOutput out)
            throws IOException {
        Chunk resident;
        RunSource coded;
        BitSet elsewhere;
        synchronized (this) {
            resident = chunk;
            coded = source;
            elsewhere = (BitSet) consumed.clone();
        }
        if (resident != null) {
            RunStreamWriter writer =
                    new RunStreamWriter(area, compressed, first, end - first, buffer, out);
            writer.writeChunk(resident, each -> !elsewhere.get(each));
            writer.finish();
        } else if (coded != null) {
            coded.lent(first, end).writeContentsTo(out);
        } else {
            throw new IllegalStateException("the runs of map task " + task + " are closed");
        }
    }

    /**
     * Keeps the runs where they are until {@link #unpin}, if they are in memory as records.
     *
     * @return whether they are
     */
    public synchronized boolean pinIfInMemory() {
        if (chunk == null || closed) {
            return false;
        }
        pin();
        return true;
    }

    /**
     * Keeps the runs where they are until {@link #unpin}, if they are in memory and coded.
     *
     * @return whether they are
     */
    public synchronized boolean pinIfCodedInMemory() {
        if (closed || !(source instanceof RunBlocks)) {
            return false;
        }
        pin();
        return true;
    }

    /**
     * Says that another run set has the records of these partitions.
     *
     * @return whether this set has no records left
     */
    public synchronized boolean consume(BitSet partitions) {
        consumed.or(partitions);
        return isInMemory() && !inMemoryBeside(consumed);
    }

    /** Whether this set has records in memory of partitions that are not {@code beside}. */
    public synchronized boolean hasRecordsBeside(BitSet beside) {
        if (!isInMemory() || (consumed.isEmpty() && beside.isEmpty())) {
            return isInMemory();
        }
        BitSet all = (BitSet) beside.clone();
        all.or(consumed);
        return inMemoryBeside(all);
    }

    @GuardedBy("this")
    private boolean isInMemory() {
        return chunk != null || source instanceof RunBlocks;
    }

    @GuardedBy("this")
    private boolean inMemoryBeside(BitSet beside) {
        return chunk != null
                ? chunk.hasRecordsBeside(beside)
                : source instanceof RunBlocks blocks && blocks.hasRecordsBeside(beside);
    }

    /** Memory that the records of a partition take, about; 0 unless they are in memory. */
    public synchronized long bytesOf(int partition) {
        if (consumed.get(partition)) {
            return 0;
        }
        if (source instanceof RunBlocks blocks) {
            return blocks.bytes(partition);
        }
        return chunk == null ? 0 : chunk.bytesOf(partition);
    }

    /** Keeps the runs where they are until {@link #unpin}. */
    public synchronized void pin() {
        pins++;
        updateSpillable();
    }

    public synchronized void unpin() {
        pins--;
        if (closed && pins == 0) {
            closeNow();
        }
        updateSpillable();
    }

    /** The run of a partition, or null if it has no records. The set must be pinned during use. */
    public synchronized @Nullable Run run(int partition) {
        if (consumed.get(partition)) {
            return null;
        }
        Chunk resident = chunk;
        if (resident != null) {
            return resident.firstEntry(partition) == resident.firstEntry(partition + 1)
                    ? null
                    : new MemoryRun(resident, partition);
        }
        RunSource coded = source;
        return coded == null || coded.records(partition) == 0
                ? null
                : new CodedRun(coded, partition);
    }

    /** The runs if they are coded, lent; the set must be pinned while they are read. */
    public synchronized @Nullable RunSource source() {
        return source;
    }

    /** Bytes of the runs, where they are: in memory or on disk. */
    public synchronized long bytes() {
        if (chunk != null) {
            return chunk.bytes();
        }
        return source == null ? 0 : source.bytes();
    }

    /** Records on disk. */
    public synchronized long recordsOnDisk() {
        return source instanceof RunFile file ? file.records() : 0;
    }

    /** The run file if the runs are on disk, lent; the set must be pinned while it is read. */
    public synchronized @Nullable RunFile file() {
        return source instanceof RunFile file ? file : null;
    }

    /** Hands the run file on and leaves this set empty. The set must be on disk. */
    public synchronized RunFile handOn() {
        if (!(source instanceof RunFile handed)) {
            throw new IllegalStateException(
                    "cannot pass runs to another process: the runs of map task "
                            + task
                            + " are not on disk");
        }
        source = null;
        return handed;
    }

    /**
     * Hands the records in memory on and leaves this set empty.
     *
     * @return owned by the caller; null, with nothing changed, if the records are not in memory, or
     *     are being read
     */
    public synchronized @Nullable Chunk handOnChunk() {
        if (pins > 0 || !consumed.isEmpty()) {
            return null;
        }
        Chunk resident = chunk;
        chunk = null;
        updateSpillable();
        return resident;
    }

    /** Gives back memory and file once they are no longer read. May be called twice. */
    @Override
    public synchronized void close() {
        closed = true;
        if (pins == 0) {
            closeNow();
        }
    }

    @GuardedBy("this")
    private void closeNow() {
        if (chunk != null) {
            chunk.close();
            chunk = null;
        }
        if (source != null) {
            try {
                source.close();
            } catch (IOException e) {
                // The whole directory is deleted at the end of the job; until then a remaining file
                // is harmless.
            }
            source = null;
        }
        updateSpillable();
    }

    private record MemoryRun(Chunk chunk, int partition) implements Run {

        @Override
        public boolean isCoded() {
            return false;
        }

        @Override
        public RecordCursor open(KeyOrder order, byte @Nullable [] buffer) {
            return chunk.cursor(partition);
        }
    }

    /** The coded run of one partition. */
    public record CodedRun(RunSource source, int partition) implements Run {

        /** Records that are read from disk. */
        public long recordsOnDisk() {
            return source.inMemory() ? 0 : source.records(partition);
        }

        @Override
        public boolean isCoded() {
            return true;
        }

        @Override
        public RecordCursor open(KeyOrder order, byte @Nullable [] buffer) throws IOException {
            if (buffer == null) {
                throw new IllegalArgumentException("a coded run needs a buffer");
            }
            return source.cursor(partition, order, buffer);
        }
    }
}
