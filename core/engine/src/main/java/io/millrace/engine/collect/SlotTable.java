package io.millrace.engine.collect;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.task.Cancellation;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The hash table over the entries of an arena: open addressing with linear probing. A slot has the
 * hash in its upper half and the entry's reference in its lower half; 0 means empty. So most other
 * keys are rejected without reading their entries. Not thread-safe.
 */
final class SlotTable {

    /** Accesses slots in heap slabs. */
    private static final VarHandle SLOTS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private static final int SLOT_BYTES = 8;
    private static final long REFERENCE_MASK = 0xffff_ffffL;

    private final MemoryAccount memory;
    private final int maxBytes;
    private Slab slab;
    private int mask;
    private int used;

    /** An empty table in {@code slab}, which it owns; it grows to at most {@code maxBytes}. */
    SlotTable(Slab slab, MemoryAccount memory, int maxBytes) {
        this.memory = memory;
        this.maxBytes = maxBytes;
        this.slab = slab;
        this.mask = mask(slab);
        clear();
    }

    /** Number of keys. */
    int size() {
        return used;
    }

    /** Number of slots, used or empty; changes when the table grows. */
    int slots() {
        return mask + 1;
    }

    /** The slot where the search for {@code hash} begins. */
    int firstSlot(int hash) {
        return hash & mask;
    }

    int nextSlot(int slot) {
        return slot + 1 & mask;
    }

    /**
     * The reference in a slot if its hash is {@code hash}, 0 if the slot is empty, -1 if the slot
     * has another hash.
     */
    long referenceIf(int slot, int hash) {
        long content = slab.getLong(slot * SLOT_BYTES);
        if (content == 0) {
            return 0;
        }
        return (int) (content >>> 32) == hash ? content & REFERENCE_MASK : -1;
    }

    /**
     * The references in the first slots for each of the first {@code count} hashes; 0 if a slot is
     * empty or has another hash.
     */
    void references(int[] hashes, int count, int[] references) {
        byte[] slots = slab.array();
        int last = mask;
        for (int i = 0; i < count; i++) {
            int hash = hashes[i];
            long content = (long) SLOTS.get(slots, (hash & last) * SLOT_BYTES);
            references[i] = (int) (content >>> 32) == hash ? (int) content : 0;
        }
    }

    /** Fills an empty slot, or changes the reference in a used one. */
    void put(int slot, int hash, int reference) {
        int at = slot * SLOT_BYTES;
        used += slab.getLong(at) == 0 ? 1 : 0;
        slab.putLong(at, ((long) hash << 32) | (reference & REFERENCE_MASK));
    }

    /** Whether one more key fits; grows the table if necessary and if there is memory. */
    boolean hasRoom() throws IOException, InterruptedException {
        if (used < (mask + 1) / 8 * 5) {
            return true;
        }
        int slots = slots();
        if (slots * 2L * SLOT_BYTES > maxBytes) {
            return false;
        }
        Slab larger = memory.tryTake(SlabKind.HEAP, slots * 2 * SLOT_BYTES);
        if (larger == null) {
            return false;
        }
        Slab old = slab;
        slab = larger;
        mask = mask(larger);
        clear();
        try {
            reinsertAll(old, slots);
        } finally {
            old.close();
        }
        return true;
    }

    private void reinsertAll(Slab old, int slots) throws IOException {
        Cancellation cancellation = Cancellation.here();
        for (int at = 0; at < slots * SLOT_BYTES; at += SLOT_BYTES) {
            cancellation.record();
            long content = old.getLong(at);
            if (content != 0) {
                reinsert(content);
            }
        }
    }

    /** The mask for the largest power of two that fits. */
    private static int mask(Slab slab) {
        return Integer.highestOneBit(slab.capacity() / SLOT_BYTES) - 1;
    }

    private void reinsert(long content) {
        int slot = firstSlot((int) (content >>> 32));
        while (slab.getLong(slot * SLOT_BYTES) != 0) {
            slot = nextSlot(slot);
        }
        slab.putLong(slot * SLOT_BYTES, content);
        used++;
    }

    /** Removes all keys. */
    void clear() {
        Arrays.fill(slab.array(), (byte) 0);
        used = 0;
    }

    void close() {
        slab.close();
    }
}
