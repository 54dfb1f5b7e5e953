package io.millrace.engine.stream;

import io.millrace.engine.memory.Slab;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.task.Cancellation;
import java.io.IOException;

/**
 * The keys of one partition of a sorted chunk, each once, in order. Used by one thread at a time.
 */
public final class DistinctKeys {

    private final Chunk chunk;
    private final KeyOrder order;
    private final int to;
    private final Cancellation cancellation = Cancellation.here();
    private int entry;
    private byte[] bytes = new byte[0];
    private int offset;
    private int length = -1;

    /**
     * The keys before the first.
     *
     * @param order the chunk's, used by no other thread meanwhile
     */
    public DistinctKeys(Chunk chunk, int partition, KeyOrder order) {
        this.chunk = chunk;
        this.order = order;
        this.entry = chunk.firstEntry(partition);
        this.to = chunk.firstEntry(partition + 1);
    }

    /**
     * Moves to the next key; returns false if there is none.
     *
     * @throws IOException if the thread's work was cancelled
     */
    public boolean next() throws IOException {
        byte[] last = bytes;
        int lastOffset = offset;
        int lastLength = length;
        while (entry < to) {
            cancellation.comparison();
            moveTo(entry++);
            if (lastLength < 0
                    || order.compare(last, lastOffset, lastLength, bytes, offset, length) != 0) {
                return true;
            }
        }
        return false;
    }

    private void moveTo(int at) {
        int address = chunk.address(at);
        Slab slab = chunk.slab(address);
        int record = chunk.offset(address);
        length = slab.getInt(record);
        int key = record + RecordLayout.HEADER_BYTES;
        if (slab.onHeap()) {
            bytes = slab.array();
            offset = key;
        } else {
            bytes = new byte[length];
            offset = 0;
            slab.copyOut(key, bytes, 0, length);
        }
    }

    /** The array with the current key, lent. */
    public byte[] bytes() {
        return bytes;
    }

    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }
}
