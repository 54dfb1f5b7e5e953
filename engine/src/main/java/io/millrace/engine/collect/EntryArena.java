package io.millrace.engine.collect;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The entries of a combine table, one behind the other in heap slabs. An entry is a key with room
 * for pending values:
 *
 * <pre>
 *  0-3   partition; -1 once the entry has moved elsewhere
 *  4-7   key length
 *  8-11  bytes of room for values
 * 12-15  bytes of values
 * 16-19  number of values; sign bit set once the combiner has seen them
 * 20-    key bytes, then values, each behind its length: one byte below 255, else 255 and four bytes
 * </pre>
 *
 * A reference is the number of the slab, shifted, plus the offset there; 0 is no entry. Not
 * thread-safe.
 */
final class EntryArena {

    static final int HEADER_BYTES = 20;

    private static final int FOLDED = 1 << 31;
    private static final int MOVED = -1;
    private static final int FIRST_OFFSET = 8;

    private final MemoryBudget memory;
    private final int slabShift;
    private final int maxSlabs;
    private final List<Slab> slabs = new ArrayList<>();
    private final List<Integer> ends = new ArrayList<>();
    private Slab last;
    private int tail = FIRST_OFFSET;

    /** An arena that starts with one slab, handed on, and grows to at most {@code maxSlabs}. */
    EntryArena(Slab first, MemoryBudget memory, int maxSlabs) {
        this.memory = memory;
        this.slabShift = Integer.numberOfTrailingZeros(memory.slabBytes());
        this.maxSlabs = maxSlabs;
        this.last = first;
        slabs.add(first);
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
        last.putInt(at + 4, keyLength);
        last.putInt(at + 8, (int) valueRoom);
        last.putInt(at + 12, 0);
        last.putInt(at + 16, 0);
        last.copyIn(at + HEADER_BYTES, bytes, keyOffset, keyLength);
        return ((slabs.size() - 1) << slabShift) | at;
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
        slabs.add(more);
        last = more;
        tail = FIRST_OFFSET;
        return true;
    }

    /** Reads from the one or two cache lines that hold a small entry. */
    int touch(int entry) {
        Slab slab = slab(entry);
        int at = at(entry);
        return slab.getInt(at) + slab.getInt(Math.min(at + 40, slab.capacity() - Integer.BYTES));
    }

    byte[] bytes(int entry) {
        return slab(entry).array();
    }

    int partition(int entry) {
        return slab(entry).getInt(at(entry));
    }

    int keyLength(int entry) {
        return slab(entry).getInt(at(entry) + 4);
    }

    int keyOffset(int entry) {
        return at(entry) + HEADER_BYTES;
    }

    int valueRoom(int entry) {
        return slab(entry).getInt(at(entry) + 8);
    }

    int valueBytes(int entry) {
        return slab(entry).getInt(at(entry) + 12);
    }

    int values(int entry) {
        return slab(entry).getInt(at(entry) + 16) & ~FOLDED;
    }

    boolean folded(int entry) {
        return slab(entry).getInt(at(entry) + 16) < 0;
    }

    /** Where the values of an entry start in {@link #bytes}. */
    int valuesOffset(int entry) {
        return keyOffset(entry) + keyLength(entry);
    }

    /** Appends a value; false if the entry has no room for it. */
    boolean append(int entry, byte[] source, int offset, int length) {
        Slab slab = slab(entry);
        int at = at(entry);
        int used = slab.getInt(at + 12);
        int size = ValueLengths.size(length);
        if (slab.getInt(at + 8) - used < (long) size + length) {
            return false;
        }
        int target = at + HEADER_BYTES + slab.getInt(at + 4) + used;
        ValueLengths.put(slab.array(), target, length);
        slab.copyIn(target + size, source, offset, length);
        slab.putInt(at + 12, used + size + length);
        slab.putInt(at + 16, slab.getInt(at + 16) + 1);
        return true;
    }

    /** Replaces the values by those that the combiner made of them; they fit. */
    void replaceValues(int entry, int count, byte[] source, int length) {
        Slab slab = slab(entry);
        int at = at(entry);
        slab.copyIn(valuesOffset(entry), source, 0, length);
        slab.putInt(at + 12, length);
        slab.putInt(at + 16, count | FOLDED);
    }

    void markMoved(int entry) {
        slab(entry).putInt(at(entry), MOVED);
    }

    /** Visits every entry that has not moved. Entries must not be added meanwhile. */
    Walk walk() {
        return new Walk();
    }

    /** A walk over the entries, in the order of their addresses. */
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
                    at += HEADER_BYTES + slab.getInt(at + 4) + slab.getInt(at + 8);
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

    /** Forgets all entries; the slabs stay. */
    void clear() {
        // Later slabs go back: others may need them more than the next fill of this table.
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

    private Slab slab(int entry) {
        return slabs.get(entry >>> slabShift);
    }

    private int at(int entry) {
        return entry & (1 << slabShift) - 1;
    }
}
