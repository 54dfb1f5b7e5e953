package io.millrace.engine.stream;

import io.millrace.engine.memory.Slab;
import io.millrace.engine.record.RecordCursor;

/**
 * Reads records of a chunk in the order of its index; heap records where they lie, others copied.
 */
final class ChunkCursor implements RecordCursor {

    private final Chunk chunk;
    private final int from;
    private final int to;
    private int entry;
    private byte[] bytes = new byte[0];
    private int keyOffset;
    private int keyLength;
    private int valueLength;

    ChunkCursor(Chunk chunk, int from, int to) {
        this.chunk = chunk;
        this.from = from;
        this.to = to;
        this.entry = from - 1;
    }

    @Override
    public boolean next() {
        if (entry + 1 >= to) {
            entry = to;
            return false;
        }
        int address = chunk.address(++entry);
        Slab slab = chunk.slab(address);
        int at = chunk.offset(address);
        keyLength = slab.getInt(at);
        valueLength = slab.getInt(at + 4);
        int recordAt = at + RecordLayout.HEADER_BYTES;
        if (slab.onHeap()) {
            bytes = slab.array();
            keyOffset = recordAt;
        } else {
            int length = keyLength + valueLength;
            if (bytes.length < length) {
                bytes = new byte[Math.max(length, 2 * bytes.length)];
            }
            slab.copyOut(recordAt, bytes, 0, length);
            keyOffset = 0;
        }
        return true;
    }

    @Override
    public long prefix() {
        return chunk.prefix(entry);
    }

    @Override
    public byte[] keyBytes() {
        return bytes;
    }

    @Override
    public int keyOffset() {
        return keyOffset;
    }

    @Override
    public int keyLength() {
        return keyLength;
    }

    @Override
    public byte[] valueBytes() {
        return bytes;
    }

    @Override
    public int valueOffset() {
        return keyOffset + keyLength;
    }

    @Override
    public int valueLength() {
        return valueLength;
    }

    @Override
    public float progress() {
        return to == from ? 1 : Math.min(1, (entry + 1f - from) / (to - from));
    }

    @Override
    public void close() {}
}
