package io.millrace.engine.testing;

import io.millrace.engine.record.KeyOrder;
import java.nio.ByteBuffer;
import java.util.function.IntBinaryOperator;

/** Keys of four bytes, compared as numbers by any comparator; as a user's own, without prefix. */
public record NumberOrder(IntBinaryOperator comparator) implements KeyOrder {

    /** The key of a number. */
    public static byte[] key(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    /** The number of a key, or of a value that is like one. */
    public static int number(byte[] bytes, int offset) {
        return ByteBuffer.wrap(bytes).getInt(offset);
    }

    @Override
    public int compare(
            byte[] left,
            int leftOffset,
            int leftLength,
            byte[] right,
            int rightOffset,
            int rightLength) {
        return comparator.applyAsInt(number(left, leftOffset), number(right, rightOffset));
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
