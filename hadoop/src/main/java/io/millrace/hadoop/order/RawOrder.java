package io.millrace.hadoop.order;

import io.millrace.engine.record.KeyOrder;
import org.apache.hadoop.io.RawComparator;

/** A Hadoop comparator as it is: without prefix, since nothing is known about it. */
final class RawOrder implements KeyOrder {

    private final RawComparator<?> comparator;

    RawOrder(RawComparator<?> comparator) {
        this.comparator = comparator;
    }

    @Override
    public int compare(
            byte[] left,
            int leftOffset,
            int leftLength,
            byte[] right,
            int rightOffset,
            int rightLength) {
        return comparator.compare(left, leftOffset, leftLength, right, rightOffset, rightLength);
    }

    @Override
    public boolean prefixed() {
        return false;
    }

    @Override
    public long prefix(byte[] key, int offset, int length) {
        return 0;
    }

    @Override
    public boolean prefixDecides(long prefix) {
        return false;
    }

    @Override
    public boolean distinguishesBytes() {
        return false;
    }
}
