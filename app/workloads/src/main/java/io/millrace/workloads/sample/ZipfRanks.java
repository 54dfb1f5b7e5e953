package io.millrace.workloads.sample;

/**
 * Draws ranks 0, 1, 2... with probability proportional to a power of 1, 1/2, 1/3... in constant
 * time, by the alias method: each entry stands for an equal share of the probability, which it
 * divides between its own rank and one other. Immutable.
 */
public final class ZipfRanks {

    /**
     * Upper half: threshold, of 2^31, below which the entry's own rank is drawn; lower half: the
     * other rank.
     */
    private final long[] entries;

    /** Ranks below {@code size}; with a larger exponent, the first ones are more frequent. */
    public ZipfRanks(int size, double exponent) {
        entries = new long[size];
        double total = 0;
        for (int rank = size; rank > 0; rank--) {
            total += 1.0 / StrictMath.pow(rank, exponent);
        }
        double[] share = new double[size];
        int[] poor = new int[size];
        int[] rich = new int[size];
        int poorCount = 0;
        int richCount = 0;
        for (int rank = 0; rank < size; rank++) {
            share[rank] = size / (StrictMath.pow(rank + 1.0, exponent) * total);
            if (share[rank] < 1) {
                poor[poorCount++] = rank;
            } else {
                rich[richCount++] = rank;
            }
        }
        while (poorCount > 0 && richCount > 0) {
            int taker = poor[--poorCount];
            int giver = rich[richCount - 1];
            entries[taker] = entry(share[taker], giver);
            share[giver] -= 1 - share[taker];
            if (share[giver] < 1) {
                richCount--;
                poor[poorCount++] = giver;
            }
        }
        // The remaining entries are their own rank only, except for rounding.
        while (poorCount > 0) {
            int rank = poor[--poorCount];
            entries[rank] = entry(1, rank);
        }
        while (richCount > 0) {
            int rank = rich[--richCount];
            entries[rank] = entry(1, rank);
        }
    }

    private static long entry(double ownShare, int other) {
        long threshold = (long) (ownShare * (1L << 31));
        return (threshold << 32) | other;
    }

    /** The rank for 64 random bits. */
    public int rank(long bits) {
        int index = (int) (((bits >>> 32) * entries.length) >>> 32);
        long entry = entries[index];
        long threshold = entry >>> 32;
        return (bits & 0x7fff_ffffL) < threshold ? index : (int) entry;
    }
}
