package io.millrace.records.binary;

/**
 * Whole numbers of variable length, as Avro and Protocol Buffers encode them: seven bits a byte,
 * the lowest first, with the highest bit set in all bytes except the last.
 */
public final class Varints {

    /** Most bytes of a number of 64 bits. */
    public static final int LONG_BYTES = 10;

    /** Most bytes of a number of 32 bits. */
    public static final int INT_BYTES = 5;

    private static final int BITS = 7;
    private static final int LOW = 0x7f;

    private Varints() {}

    /**
     * The index after a number.
     *
     * @param limit the index after the last byte that may be read
     * @param most most bytes of the number
     */
    public static int end(byte[] bytes, int at, int limit, int most) throws MalformedException {
        if (at < limit && bytes[at] >= 0) {
            return at + 1;
        }
        int last = limit - at > most ? at + most : limit;
        for (int i = at; i < last; i++) {
            if (bytes[i] >= 0) {
                if (i - at == LONG_BYTES - 1 && bytes[i] != 1) {
                    // Decoders of others disagree about such a number.
                    throw new MalformedException(
                            "A number has 10 bytes, but not the 64 bits that need them.");
                }
                return i + 1;
            }
        }
        throw new MalformedException(
                last == limit
                        ? "The bytes end within a number."
                        : "A number has more than %d bytes.".formatted(most));
    }

    /** The number at an index. {@link #end} must have found its end. */
    public static long value(byte[] bytes, int at) {
        long value = bytes[at];
        if (value >= 0) {
            return value;
        }
        value &= LOW;
        int shift = BITS;
        for (int i = at + 1; ; i++) {
            value |= (long) (bytes[i] & LOW) << shift;
            if (bytes[i] >= 0) {
                return value;
            }
            shift += BITS;
        }
    }

    /** A number with its sign, which is encoded in the lowest bit. */
    public static long signed(long zigzag) {
        return zigzag >>> 1 ^ -(zigzag & 1);
    }
}
