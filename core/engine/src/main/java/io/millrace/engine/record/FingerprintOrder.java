package io.millrace.engine.record;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;

/**
 * Orders keys by a hash of their bytes, and keys with the same hash by their bytes: the fingerprint
 * sort of Jiang, Ooi, Shi and Wu (The Performance of MapReduce: An In-depth Study, VLDB 2010), with
 * a hash of 64 bits, XXH3. Stateless.
 */
public final class FingerprintOrder implements KeyOrder {

    /** The only instance. */
    public static final FingerprintOrder INSTANCE = new FingerprintOrder();

    /** Made for the first key: all jobs know this order, and few use it. */
    private static final class Hash {
        static final Hasher64 XXH3 = Hashing.xxh3_64();

        private Hash() {}
    }

    private FingerprintOrder() {}

    @Override
    public int compare(
            byte[] left,
            int leftOffset,
            int leftLength,
            byte[] right,
            int rightOffset,
            int rightLength) {
        int byBytes =
                Arrays.compareUnsigned(
                        left,
                        leftOffset,
                        leftOffset + leftLength,
                        right,
                        rightOffset,
                        rightOffset + rightLength);
        if (byBytes == 0) {
            // Nearly all keys that are compared after their prefixes are equal: no hash for them.
            return 0;
        }
        int byHash =
                Long.compareUnsigned(
                        prefix(left, leftOffset, leftLength),
                        prefix(right, rightOffset, rightLength));
        return byHash != 0 ? byHash : byBytes;
    }

    @Override
    public boolean prefixed() {
        return true;
    }

    @Override
    public long prefix(byte[] key, int offset, int length) {
        return Hash.XXH3.hashBytesToLong(key, offset, length);
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
