package io.millrace.engine.testing;

import io.millrace.engine.record.KeyOrder;

/** An order that calls somebody before each comparison. */
public record WatchedOrder(KeyOrder order, Runnable first) implements KeyOrder {

    @Override
    public int compare(
            byte[] left,
            int leftOffset,
            int leftLength,
            byte[] right,
            int rightOffset,
            int rightLength) {
        first.run();
        return order.compare(left, leftOffset, leftLength, right, rightOffset, rightLength);
    }

    @Override
    public boolean prefixed() {
        return order.prefixed();
    }

    @Override
    public long prefix(byte[] key, int offset, int length) {
        return order.prefix(key, offset, length);
    }

    @Override
    public boolean prefixDecides(long prefix) {
        return order.prefixDecides(prefix);
    }

    @Override
    public boolean distinguishesBytes() {
        return order.distinguishesBytes();
    }
}
