package io.millrace.engine.record;

/**
 * The order of a job's serialized keys.
 *
 * <p>An instance is used by one thread at a time and may keep state (a user's comparator often
 * does). The engine asks {@code JobDefinition.newKeyOrder()} for one instance for each thread of
 * use.
 */
public interface KeyOrder {

    /**
     * Compares two serialized keys. Like {@link java.util.Comparator#compare}; the arrays are lent
     * for the length of the call and must not be written to. The engine terminates and loses no
     * record even if the order is inconsistent.
     */
    int compare(
            byte[] left,
            int leftOffset,
            int leftLength,
            byte[] right,
            int rightOffset,
            int rightLength);

    /**
     * Whether {@link #prefix} agrees with this order. Where it does not, every prefix is taken to
     * be zero and {@link #compare} decides alone.
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
     * Whether keys that are equal in this order have the same bytes, so that records with the same
     * bytes may be kept together and still come in the order of emission among their equals.
     */
    boolean distinguishesBytes();
}
