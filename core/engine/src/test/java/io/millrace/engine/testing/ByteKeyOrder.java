package io.millrace.engine.testing;

import io.millrace.engine.record.KeyOrder;
import java.util.Arrays;

/**
 * Keys by their unsigned bytes, a shorter key before a longer one that it begins; with a sort
 * prefix or without.
 */
public final class ByteKeyOrder implements KeyOrder {

    private final boolean prefixed;

    private ByteKeyOrder(boolean prefixed) {
        this.prefixed = prefixed;
    }

    public static KeyOrder withPrefix() {
        return new ByteKeyOrder(true);
    }

    /** The same order, as a user's own comparator would give it: without a prefix. */
    public static KeyOrder withoutPrefix() {
        return new ByteKeyOrder(false);
    }

    @Override
    public int compare(
            byte[] left,
            int leftOffset,
            int leftLength,
            byte[] right,
            int rightOffset,
            int rightLength) {
        return Arrays.compareUnsigned(
                left,
                leftOffset,
                leftOffset + leftLength,
                right,
                rightOffset,
                rightOffset + rightLength);
    }

    @Override
    public boolean prefixed() {
        return prefixed;
    }

    @Override
    public long prefix(byte[] key, int offset, int length) {
        long prefix = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            prefix = prefix << 8 | (i < length ? key[offset + i] & 0xff : 0);
        }
        return prefix;
    }

    @Override
    public boolean prefixDecides(long prefix) {
        return false;
    }

    @Override
    public boolean distinguishesBytes() {
        return true;
    }
}
