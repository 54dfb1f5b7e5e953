package io.millrace.engine.collect;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Hash and equality of keys in a combine table, fast for short keys: a few loads of eight bytes
 * that may overlap, and no loop over single bytes. The hash follows wyhash (Wang Yi, 2019): it
 * combines the halves of 128-bit products. It never leaves the process.
 */
final class KeyBytes {

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long P0 = 0xa076_1d64_78bd_642fL;
    private static final long P1 = 0xe703_7ed1_a0b4_28dbL;

    private KeyBytes() {}

    /** The hash of {@code bytes[from, from + length)}, different for each {@code seed}. */
    static int hash(byte[] bytes, int from, int length, int seed) {
        int end = from + length;
        long state = P0 ^ seed;
        int at = from;
        while (end - at > 16) {
            state = mix(longAt(bytes, at) ^ P1, longAt(bytes, at + 8) ^ state);
            at += 16;
        }
        int left = end - at;
        long head;
        long tail;
        if (left >= 8) {
            head = longAt(bytes, at);
            tail = longAt(bytes, end - 8);
        } else if (left >= 4) {
            head = intAt(bytes, at);
            tail = intAt(bytes, end - 4);
        } else if (left > 0) {
            head = threeOf(bytes[at], bytes[at + (left >> 1)], bytes[end - 1]);
            tail = 0;
        } else {
            head = 0;
            tail = 0;
        }
        return finish(head, tail, length, state);
    }

    /** The hash of a key of at most 16 bytes that is given as two words, for each {@code seed}. */
    static int hash(long first, long second, int length, int seed) {
        return finish(first, second, length, P0 ^ seed);
    }

    private static int finish(long head, long tail, int length, long state) {
        long code = mix(head ^ P1 ^ length, tail ^ state);
        return (int) (code ^ code >>> 32);
    }

    /** Whether {@code a[aFrom, aFrom + length)} and {@code b[bFrom, bFrom + length)} are equal. */
    static boolean equal(byte[] a, int aFrom, byte[] b, int bFrom, int length) {
        if (length >= 8) {
            for (int i = 0; i < length - 8; i += 8) {
                if (longAt(a, aFrom + i) != longAt(b, bFrom + i)) {
                    return false;
                }
            }
            return longAt(a, aFrom + length - 8) == longAt(b, bFrom + length - 8);
        }
        if (length >= 4) {
            return intAt(a, aFrom) == intAt(b, bFrom)
                    && intAt(a, aFrom + length - 4) == intAt(b, bFrom + length - 4);
        }
        for (int i = 0; i < length; i++) {
            if (a[aFrom + i] != b[bFrom + i]) {
                return false;
            }
        }
        return true;
    }

    private static int threeOf(byte first, byte middle, byte last) {
        return ((first & 0xff) << 16) | ((middle & 0xff) << 8) | (last & 0xff);
    }

    private static long mix(long a, long b) {
        return Math.multiplyHigh(a, b) ^ a * b;
    }

    private static long longAt(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    private static int intAt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }
}
