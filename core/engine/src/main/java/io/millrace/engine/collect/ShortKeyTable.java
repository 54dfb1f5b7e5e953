package io.millrace.engine.collect;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.Combiner.Accumulator;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.task.Cancellation;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A combine table for keys of at most {@value KeyWords#MAX_BYTES} bytes whose values are added up
 * in place: open addressing with linear probing over entries of 32 bytes that hold the whole
 * record. A lookup waits for memory once instead of twice, and compares a key of any length as two
 * words:
 *
 * <pre>
 *  0-15  the key's words
 * 16-19  partition
 * 20-23  key length plus one; 0 if the entry is empty
 * 24-31  value
 * </pre>
 *
 * Not thread-safe.
 */
final class ShortKeyTable {

    /** Largest value, in bytes, that fits an entry. */
    static final int MAX_VALUE_BYTES = 8;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int ENTRY_SHIFT = 5;
    private static final int ENTRY_BYTES = 1 << ENTRY_SHIFT;
    private static final int SECOND_WORD = 8;
    private static final int OWNER = 16;
    private static final int VALUE = 24;
    private static final int MAX_TABLE_BYTES = 32 << 20;

    private final MemoryAccount memory;
    private final Accumulator accumulator;
    private final ChunkWriter writer;
    private final int valueBytes;
    private Slab slab;
    private byte[] bytes;
    private int mask;
    private int used;
    private long added;
    private long written;

    /** An empty table in {@code slab}, a heap slab that it owns. */
    ShortKeyTable(Slab slab, MemoryAccount memory, Accumulator accumulator, ChunkWriter writer) {
        this.memory = memory;
        this.accumulator = accumulator;
        this.writer = writer;
        this.valueBytes = accumulator.valueBytes();
        this.slab = slab;
        this.bytes = slab.array();
        this.mask = mask(slab);
        clear();
    }

    /** Number of keys. */
    int size() {
        return used;
    }

    /** Length of every value here. */
    int valueBytes() {
        return valueBytes;
    }

    /**
     * Reads the entries where the search for each of the first {@code count} keys with these codes
     * begins. Reads both ends of an entry, because arrays are not aligned to cache lines and every
     * second entry spans two of them.
     */
    int touch(int[] codes, int count) {
        byte[] table = bytes;
        int slots = mask;
        int sum = 0;
        for (int i = 0; i < count; i++) {
            int at = at(codes[i] & slots);
            sum += table[at] + table[at + ENTRY_BYTES - 1];
        }
        return sum;
    }

    /**
     * Adds a value, and its key if it is new; false, with nothing changed, if there is no room.
     *
     * @param code the hash of the words and the partition
     * @param owner the key's partition and length, from {@link #owner}
     */
    boolean add(int code, long first, long second, long owner, byte[] record, int valueAt)
            throws IOException, InterruptedException {
        byte[] table = bytes;
        int slot = code & mask;
        while (true) {
            int at = at(slot);
            long found = (long) LONGS.get(table, at + OWNER);
            if (found == owner
                    && ((first ^ (long) LONGS.get(table, at))
                                    | (second ^ (long) LONGS.get(table, at + SECOND_WORD)))
                            == 0) {
                accumulator.add(table, at + VALUE, record, valueAt);
                added++;
                return true;
            }
            if (found == 0) {
                return insert(code, first, second, owner, record, valueAt);
            }
            slot = slot + 1 & mask;
        }
    }

    /** Partition and length of a key in one word, never 0. */
    static long owner(int partition, int keyLength) {
        return (partition & 0xffff_ffffL) | (long) (keyLength + 1) << 32;
    }

    private boolean insert(
            int code, long first, long second, long owner, byte[] record, int valueAt)
            throws IOException, InterruptedException {
        if (used >= (mask + 1) / 8 * 5 && !grow()) {
            return false;
        }
        int at = at(emptySlot(code));
        LONGS.set(bytes, at, first);
        LONGS.set(bytes, at + SECOND_WORD, second);
        LONGS.set(bytes, at + OWNER, owner);
        System.arraycopy(record, valueAt, bytes, at + VALUE, valueBytes);
        accumulator.first(bytes, at + VALUE);
        used++;
        added++;
        return true;
    }

    private int emptySlot(int code) {
        int slot = code & mask;
        while ((long) LONGS.get(bytes, at(slot) + OWNER) != 0) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean grow() throws IOException, InterruptedException {
        int capacity = (mask + 1) * ENTRY_BYTES;
        Slab larger =
                capacity * 2L > MAX_TABLE_BYTES
                        ? null
                        : memory.tryTake(SlabKind.HEAP, capacity * 2);
        if (larger == null) {
            return false;
        }
        Slab old = slab;
        byte[] before = bytes;
        slab = larger;
        bytes = larger.array();
        mask = mask(larger);
        Arrays.fill(bytes, (byte) 0);
        try {
            reinsertAll(before, capacity);
        } finally {
            old.close();
        }
        return true;
    }

    private void reinsertAll(byte[] before, int capacity) throws IOException {
        Cancellation cancellation = Cancellation.here();
        for (int from = 0; from < capacity; from += ENTRY_BYTES) {
            cancellation.record();
            long owner = (long) LONGS.get(before, from + OWNER);
            if (owner != 0) {
                long first = (long) LONGS.get(before, from);
                long second = (long) LONGS.get(before, from + SECOND_WORD);
                int code = KeyBytes.hash(first, second, keyLength(owner), (int) owner);
                System.arraycopy(before, from, bytes, at(emptySlot(code)), ENTRY_BYTES);
            }
        }
    }

    /** Writes all records to the chunks and removes them. */
    void empty() throws IOException, InterruptedException {
        Cancellation cancellation = Cancellation.here();
        int end = (mask + 1) * ENTRY_BYTES;
        for (int at = 0; at < end; at += ENTRY_BYTES) {
            cancellation.record();
            long owner = (long) LONGS.get(bytes, at + OWNER);
            if (owner != 0) {
                writer.append(
                        (int) owner, bytes, at, keyLength(owner), bytes, at + VALUE, valueBytes);
                written++;
            }
        }
        count();
        clear();
    }

    /** Reports to the accumulator the number of input and output records since the last call. */
    void count() {
        accumulator.count(added, written);
        added = 0;
        written = 0;
    }

    void close() {
        slab.close();
    }

    private void clear() {
        Arrays.fill(bytes, (byte) 0);
        used = 0;
    }

    private static int keyLength(long owner) {
        return (int) (owner >>> 32) - 1;
    }

    private static int at(int slot) {
        return slot << ENTRY_SHIFT;
    }

    /** The mask for the largest power of two that fits. */
    private static int mask(Slab slab) {
        return Integer.highestOneBit(slab.capacity() / ENTRY_BYTES) - 1;
    }
}
