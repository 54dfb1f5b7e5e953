package io.millrace.engine.record;

/**
 * The order of a job's serialized keys.
 *
 * <p>An instance is used by one thread at a time and may keep state, as user comparators often do.
 * The engine asks {@code JobDefinition.newKeyOrder()} for one instance for each thread that
 * compares.
 */
public interface KeyOrder {

    /**
     * Compares two serialized keys, like {@link java.util.Comparator#compare}. The arrays are lent
     * for the length of the call and must not be written to. Even if the order is inconsistent, the
     * engine terminates and loses no record.
     */
    int compare(
            byte[] left,
            int leftOffset,
            int leftLength,
            byte[] right,
            int rightOffset,
            int rightLength);

    /**
     * Whether {@link #prefix} agrees with this order. If not, every prefix counts as zero, and only
     * {@link #compare} decides.
     */
    boolean prefixed();

    /**
     * The beginning of the key in a form whose unsigned order agrees with this order: {@code
     * compareUnsigned(prefix(a), prefix(b)) < 0} implies {@code compare(a, b) < 0}, and equal keys
     * have equal prefixes. Called only if {@link #prefixed}.
     */
    long prefix(byte[] key, int offset, int length);

    /**
     * Whether all keys with this prefix are equal, so that {@link #compare} need not be called for
     * them.
     */
    boolean prefixDecides(long prefix);

    /**
     * Whether keys that are equal in this order have the same bytes. If so, records with the same
     * bytes may be kept together and still come in the order of emission among equal records.
     */
    boolean distinguishesBytes();
}
