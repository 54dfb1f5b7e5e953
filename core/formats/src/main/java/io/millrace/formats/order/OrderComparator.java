package io.millrace.formats.order;

import io.millrace.engine.record.KeyOrder;
import org.apache.hadoop.io.RawComparator;

/**
 * A known comparator that compares bytes with the faster order of the same result, and objects as
 * before.
 */
final class OrderComparator<T> implements RawComparator<T> {

    private final KeyOrder order;
    private final RawComparator<T> objects;

    OrderComparator(KeyOrder order, RawComparator<T> objects) {
        this.order = order;
        this.objects = objects;
    }

    KeyOrder order() {
        return order;
    }

    @Override
    public int compare(
            byte[] left,
            int leftOffset,
            int leftLength,
            byte[] right,
            int rightOffset,
            int rightLength) {
        return order.compare(left, leftOffset, leftLength, right, rightOffset, rightLength);
    }

    @Override
    public int compare(T left, T right) {
        return objects.compare(left, right);
    }
}
