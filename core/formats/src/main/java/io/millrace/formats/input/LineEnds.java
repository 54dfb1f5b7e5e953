package io.millrace.formats.input;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds bytes that end a line, eight at a time. */
final class LineEnds {

    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = LOW_BITS << 7;

    private final byte one;
    private final byte other;
    private final long ones;
    private final long others;

    /** Searches for these two bytes, which may be the same. */
    LineEnds(byte one, byte other) {
        this.one = one;
        this.other = other;
        ones = (one & 0xff) * LOW_BITS;
        others = (other & 0xff) * LOW_BITS;
    }

    /** Index of the first end in {@code bytes[from, to)}; {@code to} if there is none. */
    int find(byte[] bytes, int from, int to) {
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long word = (long) WORDS.get(bytes, at);
            long hits = zeroBytes(word ^ ones) | zeroBytes(word ^ others);
            if (hits != 0) {
                return at + (Long.numberOfTrailingZeros(hits) >>> 3);
            }
        }
        while (at < to && bytes[at] != one && bytes[at] != other) {
            at++;
        }
        return at;
    }

    /** Sets the high bit of each zero byte; above the first one, possibly of other bytes, too. */
    private static long zeroBytes(long word) {
        return (word - LOW_BITS) & ~word & HIGH_BITS;
    }
}
