package io.millrace.engine.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The length before each of several adjacent values of a key: one byte below 255, otherwise 255 and
 * four bytes.
 */
public final class ValueLengths {

    private static final int LONG_FORM = 255;
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private ValueLengths() {}

    /** Bytes of the encoded length. */
    public static int size(int length) {
        return length < LONG_FORM ? 1 : 5;
    }

    /** Writes a length at {@code bytes[at]}. */
    public static void put(byte[] bytes, int at, int length) {
        if (length < LONG_FORM) {
            bytes[at] = (byte) length;
        } else {
            bytes[at] = (byte) LONG_FORM;
            INTS.set(bytes, at + 1, length);
        }
    }

    /** Reads the length at {@code bytes[at]}. */
    public static int get(byte[] bytes, int at) {
        int first = bytes[at] & 0xff;
        return first < LONG_FORM ? first : (int) INTS.get(bytes, at + 1);
    }
}
