package io.millrace.engine.stream;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.task.Cancellation;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Copies the records of a sorted chunk to slabs in the order of its index. A merge of many runs in
 * key order jumps across gigabytes: each record costs a wait for memory, and one for address
 * translation. Within one chunk, right after sorting, both waits are shorter.
 *
 * <p>Used by one thread at a time.
 */
final class RecordArranger {

    /** Records that are read together, so that the waits overlap. */
    private static final int BATCH = 32;

    private final Chunk chunk;
    private final MemoryAccount memory;
    private final SlabKind kind;
    private final Deque<Slab> spare = new ArrayDeque<>();
    private @Nullable Slab target;
    private int tail;
    private int touched;

    RecordArranger(Chunk chunk, MemoryAccount memory) {
        this.chunk = chunk;
        this.memory = memory;
        this.kind = chunk.lastSlab().onHeap() ? SlabKind.HEAP : SlabKind.NATIVE;
    }

    /**
     * Copies all records, or none if there is no spare memory. In the new order they may need one
     * more slab; if there is none, the last records stay in place.
     */
    void arrange() throws IOException {
        int before = chunk.slabs();
        spare.addAll(memory.takeSpare(kind, before, memory.slabBytes()));
        try {
            if (!spare.isEmpty() && copyAll()) {
                chunk.closeSlabs(before);
            }
        } finally {
            spare.forEach(Slab::close);
        }
    }

    private boolean copyAll() throws IOException {
        Cancellation cancellation = Cancellation.here();
        int entries = chunk.entries();
        int reach = chunk.recordBytes();
        for (int from = 0; from < entries; from += BATCH) {
            int to = Math.min(entries, from + BATCH);
            cancellation.records(to - from);
            touched += chunk.touch(from, to, reach);
            for (int entry = from; entry < to; entry++) {
                if (!copy(entry)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean copy(int entry) {
        int address = chunk.address(entry);
        Slab source = chunk.slab(address);
        int at = chunk.offset(address);
        int valueBytes = RecordLayout.valueBytes(source.getInt(at + 4));
        int length = RecordLayout.HEADER_BYTES + source.getInt(at) + valueBytes;
        Slab room = roomFor(length);
        if (room == null) {
            return false;
        }
        source.copyTo(at, room, tail, length);
        chunk.moved(entry, tail, tail + length);
        tail += length;
        return true;
    }

    /**
     * The chunk's last slab if it has room for {@code length} bytes, or a new slab; null if there
     * is none.
     */
    private @Nullable Slab roomFor(int length) {
        if (target != null && target.capacity() - tail >= length) {
            return target;
        }
        boolean usual = length <= memory.slabBytes() && !spare.isEmpty();
        Slab next = usual ? spare.remove() : takeAnother(length);
        if (next != null) {
            chunk.addSlab(next);
            target = next;
            tail = 0;
        }
        return next;
    }

    private @Nullable Slab takeAnother(int length) {
        return chunk.slabs() == Chunk.maxSlabs(memory.slabSpan())
                ? null
                : memory.takeSpare(kind, Math.max(length, memory.slabBytes()));
    }

    @Override
    public String toString() {
        return "arranging the records of a chunk (" + touched + ")";
    }
}
