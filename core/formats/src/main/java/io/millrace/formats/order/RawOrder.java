package io.millrace.formats.order;

import io.millrace.engine.record.KeyOrder;
import org.apache.hadoop.io.RawComparator;

/**
 * An unchanged Hadoop comparator: without prefix, because nothing is known about it, not even
 * whether it returns. Reports each finished comparison as a sign of life to the attempt that waits
 * for a sort.
 */
final class RawOrder implements KeyOrder {

    private final RawComparator<?> comparator;

    private final Runnable alive;

    RawOrder(RawComparator<?> comparator, Runnable alive) {
        this.comparator = comparator;
        this.alive = alive;
    }

    @Override
    public int compare(
            byte[] left,
            int leftOffset,
            int leftLength,
            byte[] right,
            int rightOffset,
            int rightLength) {
        int result =
                comparator.compare(left, leftOffset, leftLength, right, rightOffset, rightLength);
        alive.run();
        return result;
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
