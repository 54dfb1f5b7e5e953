package io.millrace.engine.stream;

import io.millrace.engine.memory.Slab;
import io.millrace.engine.record.ArrayCursor;

/**
 * Reads records of a chunk in the order of its index: heap records in place, others as copies.
 *
 * <p>Used by one thread at a time.
 */
final class ChunkCursor extends ArrayCursor {

    private static final int TOUCHED_AT_ONCE = 32;

    private final Chunk chunk;
    private final int from;
    private final int to;
    private int entry;

    /** Entries before this one have been touched. */
    private int near;

    private int touched;

    /** Copy of a record that is off the heap. */
    private byte[] copy = new byte[0];

    /** The rest of the current pack. */
    private final PackedValues pack = new PackedValues();

    private boolean sameKey;

    ChunkCursor(Chunk chunk, int from, int to) {
        this.chunk = chunk;
        this.from = from;
        this.to = to;
        this.entry = from - 1;
        this.near = from;
    }

    @Override
    public boolean next() {
        sameKey = pack.next();
        if (sameKey) {
            moveTo(keyBytes(), keyOffset(), keyLength(), pack.offset(), pack.length());
            return true;
        }
        if (entry + 1 >= to) {
            entry = to;
            return false;
        }
        if (++entry == near) {
            near = Math.min(to, entry + TOUCHED_AT_ONCE);
            touched += chunk.touch(entry, near, 0);
        }
        int address = chunk.address(entry);
        Slab slab = chunk.slab(address);
        int at = chunk.offset(address);
        int keyLength = slab.getInt(at);
        int field = slab.getInt(at + 4);
        int valueLength = RecordLayout.valueBytes(field);
        int recordAt = at + RecordLayout.HEADER_BYTES;
        if (slab.onHeap()) {
            moveTo(slab.array(), recordAt, keyLength, recordAt + keyLength, valueLength);
        } else {
            int length = keyLength + valueLength;
            if (copy.length < length) {
                copy = new byte[Math.max(length, 2 * copy.length)];
            }
            slab.copyOut(recordAt, copy, 0, length);
            moveTo(copy, 0, keyLength, keyLength, valueLength);
        }
        if (RecordLayout.isPack(field)) {
            openPack();
        }
        return true;
    }

    /** Moves from a whole pack to the first of its records. */
    private void openPack() {
        pack.moveBefore(valueBytes(), valueOffset(), valueOffset() + valueLength());
        pack.next();
        moveTo(keyBytes(), keyOffset(), keyLength(), pack.offset(), pack.length());
    }

    @Override
    public boolean sameKey() {
        return sameKey;
    }

    @Override
    public long prefix() {
        return chunk.prefix(entry);
    }

    @Override
    public float progress() {
        return to == from ? 1 : Math.min(1, (entry + 1f - from) / (to - from));
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return "entry %d of %d to %d (%d)".formatted(entry, from, to, touched);
    }
}
