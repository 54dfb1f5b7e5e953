package io.millrace.records.predicate;

/**
 * The hashes of values in Bloom filters. They are part of the format of paged files, so they never
 * change. Ordinals are mixed by the finalizer of MurmurHash3; texts are hashed by FNV-1a, whose
 * result is mixed, too.
 */
public final class ValueHash {

    private static final long FNV_START = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final int SHIFT = 33;

    private ValueHash() {}

    /** The hash of an ordinal. */
    public static long of(long ordinal) {
        long hash = ordinal;
        hash = (hash ^ (hash >>> SHIFT)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> SHIFT)) * 0xc4ceb9fe1a85ec53L;
        return hash ^ (hash >>> SHIFT);
    }

    /** The hash of a text's bytes. */
    public static long of(byte[] bytes, int from, int length) {
        long hash = FNV_START;
        for (int at = from; at < from + length; at++) {
            hash = (hash ^ (bytes[at] & 0xff)) * FNV_PRIME;
        }
        return of(hash);
    }
}
