package io.millrace.engine.collect;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The length before each pending value: one byte below 255, else 255 and four bytes. */
final class ValueLengths {

    private static final int LONG_FORM = 255;
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private ValueLengths() {}

    /** Bytes that the length itself takes. */
    static int size(int length) {
        return length < LONG_FORM ? 1 : 5;
    }

    static void put(byte[] bytes, int at, int length) {
        if (length < LONG_FORM) {
            bytes[at] = (byte) length;
        } else {
            bytes[at] = (byte) LONG_FORM;
            INTS.set(bytes, at + 1, length);
        }
    }

    static int get(byte[] bytes, int at) {
        int first = bytes[at] & 0xff;
        return first < LONG_FORM ? first : (int) INTS.get(bytes, at + 1);
    }
}
