package io.millrace.formats.sequence;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The layout of records in Hadoop's uncompressed SequenceFiles. Numbers are big-endian.
 *
 * <pre>
 * file:    header, which ends with the file's mark of 16 random bytes | records
 * record:  length of key and value, 4 bytes | length of key, 4 bytes | key | value
 * mark:    -1, 4 bytes | the file's mark, 16 bytes; before a record, once 100 KB follow the last
 * </pre>
 */
public final class SequenceLayout {

    /** Replaces the length of a record: a mark follows. */
    public static final int ESCAPE = -1;

    /** The file's mark alone. */
    public static final int MARK_BYTES = 16;

    /** The escape and the mark. */
    public static final int ESCAPED_MARK_BYTES = Integer.BYTES + MARK_BYTES;

    /** The two lengths before a record. */
    public static final int LENGTHS_BYTES = 2 * Integer.BYTES;

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private SequenceLayout() {}

    public static int getInt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    public static void putInt(byte[] bytes, int at, int value) {
        INTS.set(bytes, at, value);
    }
}
