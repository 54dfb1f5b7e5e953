package io.millrace.records.binary;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers of fixed length, the lowest byte first. */
public final class LittleEndian {

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    /** The four bytes at an index. */
    public static int intAt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    /** The eight bytes at an index. */
    public static long longAt(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }
}
