package io.millrace.engine.sort;

import io.millrace.engine.memory.Slab;

/**
 * The index of a chunk of records: one entry for each record, in one slab.
 *
 * <pre>
 *  0-7   sort prefix: the key's beginning, order-preserving, unsigned; 0 where the order has none
 *  8-11  address of the record in its chunk, unsigned; grows with the order of emission
 * 12-15  partition
 * </pre>
 *
 * Read as a long, the second word has the partition in its upper and the address in its lower half,
 * in either byte order. Owns its slab. Not thread-safe.
 */
public final class SortIndex implements AutoCloseable {

    /** Bytes of one entry. */
    public static final int ENTRY_BYTES = 16;

    private static final long ADDRESS_MASK = 0xffff_ffffL;

    private final Slab slab;
    private final int capacity;
    private int size;

    /** An empty index in {@code slab}, which it owns. */
    public SortIndex(Slab slab) {
        this.slab = slab;
        this.capacity = slab.capacity() / ENTRY_BYTES;
    }

    public int size() {
        return size;
    }

    public boolean isFull() {
        return size == capacity;
    }

    /** Appends an entry; the index must not be full. */
    public void add(long prefix, int partition, int address) {
        int at = size++ * ENTRY_BYTES;
        slab.putLong(at, prefix);
        slab.putLong(at + 8, ((long) partition << 32) | (address & ADDRESS_MASK));
    }

    public long prefix(int entry) {
        return slab.getLong(entry * ENTRY_BYTES);
    }

    public void setPrefix(int entry, long prefix) {
        slab.putLong(entry * ENTRY_BYTES, prefix);
    }

    public int partition(int entry) {
        return (int) (place(entry) >>> 32);
    }

    public int address(int entry) {
        return (int) place(entry);
    }

    public void setAddress(int entry, int address) {
        long place = (place(entry) & ~ADDRESS_MASK) | (address & ADDRESS_MASK);
        slab.putLong(entry * ENTRY_BYTES + 8, place);
    }

    /** The partition in the upper half, the address in the lower half. */
    long place(int entry) {
        return slab.getLong(entry * ENTRY_BYTES + 8);
    }

    void swap(int a, int b) {
        int atA = a * ENTRY_BYTES;
        int atB = b * ENTRY_BYTES;
        long prefix = slab.getLong(atA);
        long place = slab.getLong(atA + 8);
        slab.putLong(atA, slab.getLong(atB));
        slab.putLong(atA + 8, slab.getLong(atB + 8));
        slab.putLong(atB, prefix);
        slab.putLong(atB + 8, place);
    }

    void set(int entry, long prefix, long place) {
        slab.putLong(entry * ENTRY_BYTES, prefix);
        slab.putLong(entry * ENTRY_BYTES + 8, place);
    }

    /** The first entry of a sorted index whose partition is at least {@code partition}. */
    public int lowerBound(int partition) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (partition(middle) < partition) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The slab of the entries, lent. */
    public Slab slab() {
        return slab;
    }

    /** Moves the entries to another slab, which the result owns; closes this index. */
    public SortIndex moveTo(Slab target) {
        slab.copyTo(0, target, 0, size * ENTRY_BYTES);
        SortIndex moved = new SortIndex(target);
        moved.size = size;
        close();
        return moved;
    }

    /** Size of the index's slab in bytes. */
    public int bytes() {
        return slab.capacity();
    }

    @Override
    public void close() {
        slab.close();
    }
}
