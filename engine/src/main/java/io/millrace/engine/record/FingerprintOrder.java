package io.millrace.engine.record;

import java.util.Arrays;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Orders keys by a hash of their bytes, and keys with the same hash by their bytes: the fingerprint
 * sort of Jiang, Ooi, Shi and Wu (The Performance of MapReduce: An In-depth Study, VLDB 2010), with
 * a hash of 64 bits. The hash is XXH64, which is the same on all machines and in the library of LZ4
 * that spills use; XXH3 is not in it. Stateless.
 */
public final class FingerprintOrder implements KeyOrder {

    /** The only instance. */
    public static final FingerprintOrder INSTANCE = new FingerprintOrder();

    private static final long SEED = 0;

    /** Made for the first key: all jobs know this order, and few use it. */
    private static final class Hash {
        static final XXHash64 XXH64 = XXHashFactory.safeInstance().hash64();

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
        return Hash.XXH64.hash(key, offset, length, SEED);
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
