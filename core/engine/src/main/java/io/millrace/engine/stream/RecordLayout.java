package io.millrace.engine.stream;

import java.nio.ByteOrder;

/**
 * The layout of a record in memory, in a stream and in a coded run:
 *
 * <pre>
 *  0-3   key length
 *  4-7   value length; in memory with the sign bit where it is a pack
 *  8-    key bytes, then value bytes
 * </pre>
 *
 * In memory the lengths are in native byte order; in a coded run they are in {@link #CODED_ORDER},
 * so that another machine can read it.
 *
 * <p>A pack stands for two or more records of one key, in order: its value bytes are the records'
 * values, each preceded by {@linkplain ValueLengths its length}.
 */
public final class RecordLayout {

    /** Bytes before the key. */
    public static final int HEADER_BYTES = 8;

    /** Byte order of the lengths in coded runs: that of most machines. */
    public static final ByteOrder CODED_ORDER = ByteOrder.LITTLE_ENDIAN;

    private static final int PACK = 1 << 31;

    private RecordLayout() {}

    /** The value of the length field of a pack. */
    static int packed(int valueLength) {
        return valueLength | PACK;
    }

    /** Whether the length field is that of a pack. */
    public static boolean isPack(int field) {
        return field < 0;
    }

    /** Bytes of the value, or of all values of a pack with their lengths. */
    public static int valueBytes(int field) {
        return field & ~PACK;
    }

    /** Bytes of a record with its header. */
    public static long bytes(int keyLength, int valueLength) {
        return (long) HEADER_BYTES + keyLength + valueLength;
    }
}
