package io.millrace.records.binary;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers of fixed length, the highest byte first. */
public final class BigEndian {

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private BigEndian() {}

    /** The two bytes at an index. */
    public static short shortAt(byte[] bytes, int at) {
        return (short) SHORTS.get(bytes, at);
    }

    /** The four bytes at an index. */
    public static int intAt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    /** The eight bytes at an index. */
    public static long longAt(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }
}
