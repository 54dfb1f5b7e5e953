package io.millrace.engine.stream;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.sort.IndexSorter;
import io.millrace.engine.sort.QuickSorter;
import io.millrace.engine.sort.SortIndex;
import io.millrace.engine.task.Cancellation;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records of one map attempt, of all partitions, in slabs, with an index. In Hone's words these are
 * the attempt's {@code r} streams (a <i>stream</i> has each partition's records in order of
 * emission), interleaved so that a thousand streams need fewer slabs. Sorting the index by
 * partition and key turns them into {@code r} runs without moving a record; {@link #arrange} then
 * moves the records once, if that makes the merge faster.
 *
 * <p>A record's address is the number of its slab, shifted, plus its offset there. Owns its slabs.
 * One thread writes; after sealing, any number may read.
 */
public final class Chunk implements Closeable {

    private static final int MIN_SLAB = 1024;

    /** Larger records are not copied into order. */
    private static final int MAX_ARRANGED_BYTES = 512;

    /** Minimum number of copies of a chunk for which there must be room before one is made. */
    private static final int SPARE_COPIES = 4;

    private static final int CACHE_LINE = 64;

    private SortIndex index;
    private final int slabShift;
    private final List<Slab> data = new ArrayList<>();
    private final Tally tally;
    private final int partitions;
    private final boolean ownsData;
    private long bytes;
    private long records;

    /** Used bytes of the last slab. */
    private int tail;

    /**
     * An empty chunk.
     *
     * @param index slab for the index, which the chunk owns
     * @param slabSpan memory that an ordinary slab takes, a power of two
     */
    public Chunk(Slab index, int slabSpan, int partitions) {
        this(index, slabSpan, partitions, true);
    }

    private Chunk(Slab index, int slabSpan, int partitions, boolean ownsData) {
        this.ownsData = ownsData;
        this.index = new SortIndex(index);
        this.slabShift = Integer.numberOfTrailingZeros(slabSpan);
        this.tally = new Tally(partitions);
        this.partitions = partitions;
        this.bytes = index.capacity();
    }

    /** An empty chunk of one partition over records in other owners' slabs, which are lent. */
    public static Chunk over(Slab index, int slabSpan) {
        return new Chunk(index, slabSpan, 1, false);
    }

    /** Adds memory for records, owned or lent. Only records added after this call use it. */
    public void addSlab(Slab slab) {
        data.add(slab);
        bytes += slab.capacity();
        tail = 0;
    }

    /** The number of slabs of {@code slabSpan} that can be addressed. */
    public static int maxSlabs(int slabSpan) {
        return 1 << Math.min(30, Integer.SIZE - Integer.numberOfTrailingZeros(slabSpan));
    }

    /** Whether the index is full, or no more slabs can be addressed. */
    public boolean isFull() {
        return indexIsFull() || data.size() == maxSlabs(1 << slabShift);
    }

    boolean indexIsFull() {
        return index.isFull();
    }

    /**
     * Doubles the index, so that a chunk of small records can be as large as one of large records:
     * fewer chunks mean fewer runs to merge.
     *
     * @return false, with nothing changed, if there is no memory or the chunk would exceed {@code
     *     maxBytes}
     */
    boolean growIndex(ChunkConsumer consumer, MemoryAccount memory, int maxBytes)
            throws IOException, InterruptedException {
        Slab old = index.slab();
        int twice = MemoryBudget.twice(old.capacity());
        Slab larger =
                bytes + old.capacity() > maxBytes || twice < 0
                        ? null
                        : consumer.takeMore(
                                memory, old.onHeap() ? SlabKind.HEAP : SlabKind.NATIVE, twice);
        if (larger == null) {
            return false;
        }
        bytes += larger.capacity() - old.capacity();
        index = index.moveTo(larger);
        return true;
    }

    Slab lastSlab() {
        return data.get(data.size() - 1);
    }

    /** Used bytes of the last slab. */
    int tail() {
        return tail;
    }

    /** Adds the record at {@code offset} of the last slab. */
    public void add(long prefix, int partition, int offset, int keyLength, int valueLength) {
        addEntry(prefix, partition, offset, keyLength + valueLength);
        tally.add(partition, keyLength, valueLength);
        records++;
    }

    /** Adds the pack at {@code offset} of the last slab, and counts its values. */
    void addPack(
            long prefix,
            int partition,
            int offset,
            int keyLength,
            int valueBytes,
            PackedValues values) {
        addEntry(prefix, partition, offset, keyLength + valueBytes);
        while (values.next()) {
            tally.add(partition, keyLength, values.length());
            records++;
        }
    }

    private void addEntry(long prefix, int partition, int offset, int length) {
        index.add(prefix, partition, (data.size() - 1) << slabShift | offset);
        tail = offset + RecordLayout.HEADER_BYTES + length;
    }

    /**
     * Sorts the index by partition, key and order of emission.
     *
     * @throws IOException if the thread's work was cancelled, as for all methods that walk through
     *     the records
     */
    public void sort(KeyOrder order) throws IOException {
        IndexSorter.sort(index, partitions, order.prefixed(), new ChunkKeys(this, order));
    }

    /** Sorts the index by partition and key, with equal keys in Hadoop's order. */
    public void sortAsHadoop(KeyOrder order) throws IOException {
        QuickSorter.sort(index, order.prefixed(), new ChunkKeys(this, order));
    }

    /** Computes the prefixes of a chunk that was written without them. */
    public void addPrefixes(KeyOrder order) throws IOException {
        Cancellation cancellation = Cancellation.here();
        KeyPrefixes prefixes = new KeyPrefixes(order);
        for (int entry = 0; entry < index.size(); entry++) {
            cancellation.record();
            int address = index.address(entry);
            Slab slab = slab(address);
            int at = offset(address);
            index.setPrefix(
                    entry, prefixes.of(slab, at + RecordLayout.HEADER_BYTES, slab.getInt(at)));
        }
    }

    /** Sorts the index by partition and order of emission. */
    public void sortByPartition() throws IOException {
        IndexSorter.sortByPartition(index, partitions);
    }

    /**
     * Copies the records to other slabs in the order of the sorted index, so that a reader goes
     * through memory sequentially. Does nothing if the records are large or already in that order,
     * or if memory runs short.
     */
    public void arrange(MemoryAccount memory) throws IOException {
        long spare = memory.spareBytes();
        if (spare / SPARE_COPIES >= bytes && recordBytes() <= MAX_ARRANGED_BYTES && !isArranged()) {
            new RecordArranger(this, memory).arrange();
        }
    }

    /** Average bytes of an entry's record. */
    int recordBytes() {
        return (int) ((bytes - index.bytes()) / Math.max(1, index.size()));
    }

    private boolean isArranged() throws IOException {
        Cancellation cancellation = Cancellation.here();
        for (int entry = 1; entry < index.size(); entry++) {
            cancellation.record();
            if (Integer.compareUnsigned(index.address(entry - 1), index.address(entry)) > 0) {
                return false;
            }
        }
        return true;
    }

    /** Number of slabs with records. */
    int slabs() {
        return data.size();
    }

    /** Updates an entry whose record is now in the last slab. */
    void moved(int entry, int offset, int end) {
        index.setAddress(entry, (data.size() - 1) << slabShift | offset);
        tail = end;
    }

    /** Gives back the first slabs, which no longer contain records. */
    void closeSlabs(int count) throws IOException {
        Cancellation cancellation = Cancellation.here();
        for (int entry = 0; entry < index.size(); entry++) {
            cancellation.record();
            index.setAddress(entry, index.address(entry) - (count << slabShift));
        }
        List<Slab> dropped = data.subList(0, count);
        for (Slab slab : dropped) {
            bytes -= slab.capacity();
            slab.close();
        }
        dropped.clear();
    }

    /**
     * Moves the content of half-empty slabs to slabs of just the right size: a job of a thousand
     * small tasks must not hold a thousand whole slabs. Does nothing if there is no memory for the
     * copy.
     */
    public void shrink(MemoryAccount memory) throws InterruptedException {
        Slab smallIndex = smaller(memory, index.slab(), index.size() * SortIndex.ENTRY_BYTES);
        if (smallIndex != null) {
            bytes += smallIndex.capacity() - index.bytes();
            index = index.moveTo(smallIndex);
        }
        Slab last = lastSlab();
        Slab smallLast = smaller(memory, last, tail);
        if (smallLast != null) {
            last.copyTo(0, smallLast, 0, tail);
            bytes += smallLast.capacity() - last.capacity();
            data.set(data.size() - 1, smallLast);
            last.close();
        }
    }

    private static @Nullable Slab smaller(MemoryAccount memory, Slab slab, int used)
            throws InterruptedException {
        int enough = Math.max(MIN_SLAB, Integer.highestOneBit(Math.max(1, used - 1)) << 1);
        return enough <= slab.capacity() / 2
                ? memory.tryTake(slab.onHeap() ? SlabKind.HEAP : SlabKind.NATIVE, enough)
                : null;
    }

    /** Number of records. */
    public long records() {
        return records;
    }

    /** Number of index entries: one for each record or pack. */
    public int entries() {
        return index.size();
    }

    /** Whether the chunk contains packs. */
    public boolean hasPacks() {
        return records != index.size();
    }

    /** Bytes of all slabs of this chunk. */
    public long bytes() {
        return bytes;
    }

    public Tally tally() {
        return tally;
    }

    /** The first entry of a sorted index for {@code partition} or a later one. */
    public int firstEntry(int partition) {
        return index.lowerBound(partition);
    }

    /** Whether the sorted chunk has records of partitions that are not {@code beside}. */
    public boolean hasRecordsBeside(BitSet beside) {
        for (int entry = 0; entry < entries(); entry = firstEntry(partition(entry) + 1)) {
            if (!beside.get(partition(entry))) {
                return true;
            }
        }
        return false;
    }

    /** A partition's share of {@link #bytes}, by the number of its entries. */
    public long bytesOf(int partition) {
        int share = firstEntry(partition + 1) - firstEntry(partition);
        return share == 0 ? 0 : bytes * share / entries();
    }

    /** Reads a partition's records in the order of the sorted index; the records are lent. */
    public RecordCursor cursor(int partition) {
        return new ChunkCursor(this, firstEntry(partition), firstEntry(partition + 1));
    }

    /**
     * Reads from the cache lines of each record of the entries {@code from} to {@code to}. In key
     * order, each record would be a separate wait for memory; this way the waits overlap.
     *
     * @param reach offset of the last byte to read in each record; 0 for its first line only
     * @return a value that depends on every read, so that the compiler keeps them
     */
    int touch(int from, int to, int reach) {
        int sum = 0;
        for (int entry = from; entry < to; entry++) {
            int address = index.address(entry);
            Slab slab = slab(address);
            int at = offset(address);
            int last = Math.min(at + reach, slab.capacity() - Integer.BYTES);
            for (; at < last; at += CACHE_LINE) {
                sum += slab.getInt(at);
            }
            sum += slab.getInt(last);
        }
        return sum;
    }

    long prefix(int entry) {
        return index.prefix(entry);
    }

    public int partition(int entry) {
        return index.partition(entry);
    }

    public int address(int entry) {
        return index.address(entry);
    }

    /** The slab that holds the record at {@code address}. */
    public Slab slab(int address) {
        return data.get(address >>> slabShift);
    }

    /** The offset in {@link #slab} of the record at {@code address}. */
    public int offset(int address) {
        return address & (1 << slabShift) - 1;
    }

    @Override
    public void close() {
        index.close();
        if (ownsData) {
            data.forEach(Slab::close);
        }
    }
}
