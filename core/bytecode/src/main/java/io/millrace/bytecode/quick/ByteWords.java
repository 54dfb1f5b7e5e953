package io.millrace.bytecode.quick;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Bytes examined eight at a time. */
final class ByteWords {

    /** The lowest bit of each byte. */
    static final long LOW_BITS = 0x0101010101010101L;

    /** The highest bit of each byte. */
    static final long HIGH_BITS = LOW_BITS << 7;

    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private ByteWords() {}

    /** Eight bytes, the first in the lowest position; zeros beyond the end. */
    static long at(byte[] bytes, int at) {
        int last = bytes.length - Long.BYTES;
        if (at <= last) {
            return (long) WORDS.get(bytes, at);
        }
        if (last >= 0) {
            return (long) WORDS.get(bytes, last) >>> ((at - last) * Byte.SIZE);
        }
        long word = 0;
        for (int i = bytes.length - 1; i >= at; i--) {
            word = (word << Byte.SIZE) | (bytes[i] & 0xff);
        }
        return word;
    }

    /** Whether all bytes are ASCII characters. */
    static boolean areAscii(byte[] bytes) {
        long all = 0;
        for (int at = 0; at < bytes.length; at += Long.BYTES) {
            all |= at(bytes, at);
        }
        return (all & HIGH_BITS) == 0;
    }
}
