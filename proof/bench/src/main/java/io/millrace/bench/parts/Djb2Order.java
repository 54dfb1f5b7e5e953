package io.millrace.bench.parts;

import io.millrace.engine.record.KeyOrder;
import java.util.Arrays;

/** The order of fingerprints with the hash of the paper, djb2, which has 32 bits. */
final class Djb2Order implements KeyOrder {

    private static final int START = 5381;
    private static final int FACTOR = 33;

    @Override
    public int compare(
            byte[] left,
            int leftOffset,
            int leftLength,
            byte[] right,
            int rightOffset,
            int rightLength) {
        int byHash =
                Long.compareUnsigned(
                        prefix(left, leftOffset, leftLength),
                        prefix(right, rightOffset, rightLength));
        return byHash != 0
                ? byHash
                : Arrays.compareUnsigned(
                        left,
                        leftOffset,
                        leftOffset + leftLength,
                        right,
                        rightOffset,
                        rightOffset + rightLength);
    }

    @Override
    public boolean prefixed() {
        return true;
    }

    @Override
    public long prefix(byte[] key, int offset, int length) {
        int hash = START;
        for (int i = offset; i < offset + length; i++) {
            hash = FACTOR * hash + key[i];
        }
        return (long) hash << Integer.SIZE;
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
