package io.millrace.engine.stream;

import io.millrace.engine.memory.Slab;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.sort.TieOrder;

/**
 * Compares keys of a chunk in place; copies keys that are off the heap first, because comparators
 * take arrays. Used by one thread.
 */
final class ChunkKeys implements TieOrder {

    private final Chunk chunk;
    private final KeyOrder order;
    private byte[] leftCopy = new byte[0];
    private byte[] rightCopy = new byte[0];

    ChunkKeys(Chunk chunk, KeyOrder order) {
        this.chunk = chunk;
        this.order = order;
    }

    @Override
    public int compareKeys(int leftAddress, int rightAddress) {
        Slab left = chunk.slab(leftAddress);
        Slab right = chunk.slab(rightAddress);
        int leftAt = chunk.offset(leftAddress);
        int rightAt = chunk.offset(rightAddress);
        int leftLength = left.getInt(leftAt);
        int rightLength = right.getInt(rightAt);
        leftAt += RecordLayout.HEADER_BYTES;
        rightAt += RecordLayout.HEADER_BYTES;
        if (left.onHeap()) {
            return order.compare(
                    left.array(), leftAt, leftLength, right.array(), rightAt, rightLength);
        }
        leftCopy = copy(left, leftAt, leftLength, leftCopy);
        rightCopy = copy(right, rightAt, rightLength, rightCopy);
        return order.compare(leftCopy, 0, leftLength, rightCopy, 0, rightLength);
    }

    @Override
    public boolean prefixDecides(long prefix) {
        return order.prefixDecides(prefix);
    }

    private static byte[] copy(Slab slab, int at, int length, byte[] spare) {
        byte[] target =
                spare.length >= length ? spare : new byte[Math.max(length, 2 * spare.length)];
        slab.copyOut(at, target, 0, length);
        return target;
    }
}
