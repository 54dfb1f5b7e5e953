package io.millrace.formats.order;

import io.millrace.engine.record.KeyOrder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.hadoop.io.WritableUtils;

/**
 * Hadoop's stock comparators with a sort prefix. Each agrees with the comparator it replaces on
 * every key that its key class writes, and is used only for exactly that key class and comparator.
 */
abstract class KnownOrder implements KeyOrder {

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    static final KeyOrder TEXT = new TextOrder();
    static final KeyOrder BYTES = new HeadedBytesOrder(4);
    static final KeyOrder MD5 = new HeadedBytesOrder(0);
    static final KeyOrder INTS = new IntOrder();
    static final KeyOrder LONGS = new LongOrder();
    static final KeyOrder DECREASING_LONGS = new DecreasingLongOrder();
    static final KeyOrder SHORTS = new ShortOrder();
    static final KeyOrder BYTE_VALUES = new ByteValueOrder();
    static final KeyOrder BOOLEANS = new BooleanOrder();
    static final KeyOrder FLOATS = new FloatOrder();
    static final KeyOrder DOUBLES = new DoubleOrder();
    static final KeyOrder NOTHING = new NullOrder();

    @Override
    public final boolean prefixed() {
        return true;
    }

    /** True for all known orders: key classes write equal keys as equal bytes. */
    @Override
    public final boolean distinguishesBytes() {
        return true;
    }

    /** Up to eight bytes of {@code bytes}, the first one highest, padded with zeros at the end. */
    static long leadingBytes(byte[] bytes, int offset, int length) {
        if (length > 0 && bytes.length - offset >= Long.BYTES) {
            long read = (long) LONG.get(bytes, offset);
            return length >= Long.BYTES ? read : read & (-1L << (64 - 8 * length));
        }
        long prefix = 0;
        for (int i = 0; i < length; i++) {
            prefix |= (bytes[offset + i] & 0xFFL) << (56 - 8 * i);
        }
        return prefix;
    }

    /** Keys of one number, which the prefix contains completely. */
    private abstract static class NumberOrder extends KnownOrder {

        @Override
        public final int compare(
                byte[] left,
                int leftOffset,
                int leftLength,
                byte[] right,
                int rightOffset,
                int rightLength) {
            return Long.compareUnsigned(
                    prefix(left, leftOffset, leftLength), prefix(right, rightOffset, rightLength));
        }

        @Override
        public final boolean prefixDecides(long prefix) {
            return true;
        }
    }

    /**
     * Unsigned bytes in lexicographic order, after a header that is ignored. The prefix is the
     * first seven bytes, padded with zeros, followed by their number, at most eight: of two keys
     * that agree in seven bytes, the shorter one comes first, and the prefix contains a key of up
     * to seven bytes completely.
     */
    private abstract static class BytesOrder extends KnownOrder {

        private static final int LONGEST_DECIDED = 7;

        abstract int headerLength(byte[] key, int offset);

        @Override
        public final int compare(
                byte[] left,
                int leftOffset,
                int leftLength,
                byte[] right,
                int rightOffset,
                int rightLength) {
            int leftHeader = headerLength(left, leftOffset);
            int rightHeader = headerLength(right, rightOffset);
            return Arrays.compareUnsigned(
                    left,
                    leftOffset + leftHeader,
                    leftOffset + leftLength,
                    right,
                    rightOffset + rightHeader,
                    rightOffset + rightLength);
        }

        @Override
        public final long prefix(byte[] key, int offset, int length) {
            int header = headerLength(key, offset);
            int left = length - header;
            long leading = leadingBytes(key, offset + header, Math.min(left, LONGEST_DECIDED));
            return leading | Math.min(left, LONGEST_DECIDED + 1);
        }

        @Override
        public final boolean prefixDecides(long prefix) {
            return (prefix & 0xff) <= LONGEST_DECIDED;
        }
    }

    private static final class TextOrder extends BytesOrder {
        @Override
        int headerLength(byte[] key, int offset) {
            return WritableUtils.decodeVIntSize(key[offset]);
        }
    }

    private static final class HeadedBytesOrder extends BytesOrder {

        private final int header;

        HeadedBytesOrder(int header) {
            this.header = header;
        }

        @Override
        int headerLength(byte[] key, int offset) {
            return header;
        }
    }

    private static final class IntOrder extends NumberOrder {
        @Override
        public long prefix(byte[] key, int offset, int length) {
            return (long) ((int) INT.get(key, offset) ^ Integer.MIN_VALUE) << 32;
        }
    }

    private static final class LongOrder extends NumberOrder {
        @Override
        public long prefix(byte[] key, int offset, int length) {
            return (long) LONG.get(key, offset) ^ Long.MIN_VALUE;
        }
    }

    private static final class DecreasingLongOrder extends NumberOrder {
        @Override
        public long prefix(byte[] key, int offset, int length) {
            return ~((long) LONG.get(key, offset) ^ Long.MIN_VALUE);
        }
    }

    private static final class ShortOrder extends NumberOrder {
        @Override
        public long prefix(byte[] key, int offset, int length) {
            return leadingBytes(key, offset, Short.BYTES) ^ Long.MIN_VALUE;
        }
    }

    private static final class ByteValueOrder extends NumberOrder {
        @Override
        public long prefix(byte[] key, int offset, int length) {
            return leadingBytes(key, offset, 1) ^ Long.MIN_VALUE;
        }
    }

    private static final class BooleanOrder extends NumberOrder {
        @Override
        public long prefix(byte[] key, int offset, int length) {
            return leadingBytes(key, offset, 1);
        }
    }

    /** As {@link Float#compare}: -0.0 below 0.0, all NaNs equal and above everything. */
    private static final class FloatOrder extends NumberOrder {
        @Override
        public long prefix(byte[] key, int offset, int length) {
            int bits = Float.floatToIntBits(Float.intBitsToFloat((int) INT.get(key, offset)));
            return (long) (bits ^ ((bits >> 31) & Integer.MAX_VALUE) ^ Integer.MIN_VALUE) << 32;
        }
    }

    /** As {@link Double#compare}, like {@link FloatOrder}. */
    private static final class DoubleOrder extends NumberOrder {
        @Override
        public long prefix(byte[] key, int offset, int length) {
            long bits =
                    Double.doubleToLongBits(Double.longBitsToDouble((long) LONG.get(key, offset)));
            return bits ^ ((bits >> 63) & Long.MAX_VALUE) ^ Long.MIN_VALUE;
        }
    }

    private static final class NullOrder extends NumberOrder {
        @Override
        public long prefix(byte[] key, int offset, int length) {
            return 0;
        }
    }
}
