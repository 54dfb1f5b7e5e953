package io.millrace.records.paged;

import io.millrace.records.predicate.ValueHash;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A Bloom filter: bits for the values of a column in a page. About one in a hundred values that the
 * page does not have seems to be in it.
 *
 * <pre>
 * 0-3  CRC-32C of the rest
 * 4-   bits, the lowest of the first byte first
 * </pre>
 *
 * <p>A value has seven bits: for {@code i} from 0 to 6 the one with the number {@code (h + i * s)
 * mod bits}, unsigned, where {@code h} is the value's {@link ValueHash} and {@code s} is the hash
 * of {@code h}, made odd.
 */
final class PageFilter {

    static final int HEADER_BYTES = 4;

    private static final int BITS_PER_VALUE = 10;
    private static final int BITS_OF_VALUE = 7;

    private PageFilter() {}

    /** The filter for hashes of values. */
    static byte[] of(long[] hashes, int count) {
        byte[] filter = new byte[HEADER_BYTES + Math.max(1, count * BITS_PER_VALUE / Byte.SIZE)];
        int bits = (filter.length - HEADER_BYTES) * Byte.SIZE;
        for (int i = 0; i < count; i++) {
            long step = ValueHash.of(hashes[i]) | 1;
            for (int k = 0; k < BITS_OF_VALUE; k++) {
                int bit = (int) Long.remainderUnsigned(hashes[i] + k * step, bits);
                filter[HEADER_BYTES + bit / Byte.SIZE] |= (byte) (1 << (bit % Byte.SIZE));
            }
        }
        ByteBuffer.wrap(filter).putInt(checksum(filter, 0, filter.length));
        return filter;
    }

    /** Whether the checksum of a filter in an array is right. */
    static boolean isIntact(byte[] bytes, int at, int length) {
        return length > HEADER_BYTES
                && ByteBuffer.wrap(bytes, at, length).getInt() == checksum(bytes, at, length);
    }

    /** Whether a value with this hash may be in the page of a filter in an array. */
    static boolean mayContain(byte[] bytes, int at, int length, long hash) {
        int bits = (length - HEADER_BYTES) * Byte.SIZE;
        long step = ValueHash.of(hash) | 1;
        for (int k = 0; k < BITS_OF_VALUE; k++) {
            int bit = (int) Long.remainderUnsigned(hash + k * step, bits);
            if ((bytes[at + HEADER_BYTES + bit / Byte.SIZE] & (1 << (bit % Byte.SIZE))) == 0) {
                return false;
            }
        }
        return true;
    }

    private static int checksum(byte[] bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, at + HEADER_BYTES, length - HEADER_BYTES);
        return (int) crc.getValue();
    }
}
