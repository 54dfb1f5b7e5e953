package io.millrace.engine.collect;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.stream.ValueLengths;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The entries of a combine table, stored one after the other in heap slabs. An entry is a key with
 * room for pending values:
 *
 * <pre>
 *  0-3   partition; -1 once the entry has moved elsewhere
 *  4-7   key length
 *  8-11  bytes of room for values
 * 12-15  bytes of values
 * 16-19  number of values
 * 20-    key bytes, then values, each behind its length: one byte below 255, else 255 and four bytes
 * </pre>
 *
 * A reference is the slab's number, shifted, plus the offset in the slab; 0 means no entry. Not
 * thread-safe.
 */
final class EntryArena {

    static final int HEADER_BYTES = 20;

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private static final int PARTITION = 0;
    private static final int KEY_LENGTH = 4;
    private static final int ROOM = 8;
    private static final int USED = 12;
    private static final int COUNT = 16;
    private static final int MOVED = -1;
    private static final int FIRST_OFFSET = 8;

    private final MemoryAccount memory;
    private final int slabShift;
    private final int maxSlabs;
    private final List<Slab> slabs = new ArrayList<>();
    private final List<Integer> ends = new ArrayList<>();

    /** The slabs' bytes, by number. The search, the hottest code here, reads them. */
    private final byte[][] arrays;

    private Slab last;
    private int tail = FIRST_OFFSET;

    /** An arena that owns the slab {@code first}, and grows to at most {@code maxSlabs}. */
    EntryArena(Slab first, MemoryAccount memory, int maxSlabs) {
        this.memory = memory;
        this.slabShift = Integer.numberOfTrailingZeros(memory.slabSpan());
        this.maxSlabs = maxSlabs;
        this.last = first;
        this.arrays = new byte[maxSlabs][];
        slabs.add(first);
        arrays[0] = first.array();
    }

    /** A new entry without values, or 0 if there is no room for it. */
    int add(int partition, byte[] bytes, int keyOffset, int keyLength, long valueRoom)
            throws InterruptedException {
        long size = HEADER_BYTES + keyLength + valueRoom;
        if (size > last.capacity() - tail && (size > last.capacity() - FIRST_OFFSET || !grow())) {
            return 0;
        }
        int at = tail;
        tail += (int) size;
        last.putInt(at, partition);
        last.putInt(at + KEY_LENGTH, keyLength);
        last.putInt(at + ROOM, (int) valueRoom);
        last.putInt(at + USED, 0);
        last.putInt(at + COUNT, 0);
        last.copyIn(at + HEADER_BYTES, bytes, keyOffset, keyLength);
        return ((slabs.size() - 1) << slabShift) | at;
    }

    /**
     * Moves an entry with all values to a new, larger entry; returns 0 if there is no room for it.
     */
    int add(int smaller, int valueRoom) throws InterruptedException {
        byte[] source = bytes(smaller);
        int larger =
                add(partition(smaller), source, keyOffset(smaller), keyLength(smaller), valueRoom);
        if (larger != 0) {
            int used = valueBytes(smaller);
            System.arraycopy(
                    source, valuesOffset(smaller), bytes(larger), valuesOffset(larger), used);
            set(larger, USED, used);
            set(larger, COUNT, get(smaller, COUNT));
            markMoved(smaller);
        }
        return larger;
    }

    private boolean grow() throws InterruptedException {
        if (slabs.size() == maxSlabs) {
            return false;
        }
        Slab more = memory.tryTake(SlabKind.HEAP, memory.slabBytes());
        if (more == null) {
            return false;
        }
        ends.add(tail);
        arrays[slabs.size()] = more.array();
        slabs.add(more);
        last = more;
        tail = FIRST_OFFSET;
        return true;
    }

    /**
     * Reads the one or two cache lines of a small entry, for each of the first {@code count}
     * references that is not 0.
     */
    int touch(int[] entries, int count) {
        byte[][] slabBytes = arrays;
        int shift = slabShift;
        int offsets = (1 << shift) - 1;
        int sum = 0;
        for (int i = 0; i < count; i++) {
            int entry = entries[i];
            if (entry != 0) {
                byte[] bytes = slabBytes[entry >>> shift];
                int at = entry & offsets;
                sum += bytes[at] + bytes[Math.min(at + 40, bytes.length - 1)];
            }
        }
        return sum;
    }

    /** Whether an entry belongs to this key in this partition. */
    boolean isKey(int entry, int partition, byte[] key, int keyAt, int keyLength) {
        byte[] bytes = bytes(entry);
        int at = at(entry);
        return (int) INTS.get(bytes, at + KEY_LENGTH) == keyLength
                && (int) INTS.get(bytes, at + PARTITION) == partition
                && KeyBytes.equal(bytes, at + HEADER_BYTES, key, keyAt, keyLength);
    }

    byte[] bytes(int entry) {
        return arrays[entry >>> slabShift];
    }

    int partition(int entry) {
        return get(entry, PARTITION);
    }

    int keyLength(int entry) {
        return get(entry, KEY_LENGTH);
    }

    int keyOffset(int entry) {
        return at(entry) + HEADER_BYTES;
    }

    int valueRoom(int entry) {
        return get(entry, ROOM);
    }

    int valueBytes(int entry) {
        return get(entry, USED);
    }

    int values(int entry) {
        return get(entry, COUNT);
    }

    /** The offset of an entry's values in {@link #bytes}. */
    int valuesOffset(int entry) {
        return keyOffset(entry) + keyLength(entry);
    }

    /** Appends a value; false if the entry has no room for it. */
    boolean append(int entry, byte[] source, int offset, int length) {
        int used = get(entry, USED);
        int size = ValueLengths.size(length);
        if (get(entry, ROOM) - used < (long) size + length) {
            return false;
        }
        byte[] bytes = bytes(entry);
        int target = valuesOffset(entry) + used;
        ValueLengths.put(bytes, target, length);
        System.arraycopy(source, offset, bytes, target + size, length);
        set(entry, USED, used + size + length);
        set(entry, COUNT, get(entry, COUNT) + 1);
        return true;
    }

    /** Removes the values of an entry and keeps its room. */
    void clearValues(int entry) {
        set(entry, USED, 0);
        set(entry, COUNT, 0);
    }

    private void markMoved(int entry) {
        set(entry, PARTITION, MOVED);
    }

    /** Iterates over the entries that have not moved. No entry may be added meanwhile. */
    Walk walk() {
        return new Walk();
    }

    /** An iteration over the entries, in the order of their addresses. */
    final class Walk {

        private int number;
        private int at = FIRST_OFFSET;

        /** The next entry, or 0 at the end. */
        int next() {
            while (number < slabs.size()) {
                Slab slab = slabs.get(number);
                int end = number == slabs.size() - 1 ? tail : ends.get(number);
                while (at < end) {
                    int entry = number << slabShift | at;
                    boolean moved = slab.getInt(at) == MOVED;
                    at += HEADER_BYTES + slab.getInt(at + KEY_LENGTH) + slab.getInt(at + ROOM);
                    if (!moved) {
                        return entry;
                    }
                }
                number++;
                at = FIRST_OFFSET;
            }
            return 0;
        }
    }

    /** Removes all entries and keeps the first slab. */
    void clear() {
        // Returns the other slabs: other attempts may need them more than this table.
        while (slabs.size() > 1) {
            slabs.remove(slabs.size() - 1).close();
        }
        ends.clear();
        last = slabs.get(0);
        tail = FIRST_OFFSET;
    }

    void close() {
        slabs.forEach(Slab::close);
    }

    private int get(int entry, int field) {
        return (int) INTS.get(bytes(entry), at(entry) + field);
    }

    private void set(int entry, int field, int value) {
        INTS.set(bytes(entry), at(entry) + field, value);
    }

    private int at(int entry) {
        return entry & (1 << slabShift) - 1;
    }
}
