package io.millrace.formats.order;

import io.millrace.engine.record.KeyOrder;

/** An order without prefix whose comparisons exclude each other: they change a static. */
final class ExclusiveOrder implements KeyOrder {

    private final RawOrder order;
    private final Object lock;

    ExclusiveOrder(RawOrder order, Object lock) {
        this.order = order;
        this.lock = lock;
    }

    @Override
    public int compare(
            byte[] left,
            int leftOffset,
            int leftLength,
            byte[] right,
            int rightOffset,
            int rightLength) {
        synchronized (lock) {
            return order.compare(left, leftOffset, leftLength, right, rightOffset, rightLength);
        }
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
