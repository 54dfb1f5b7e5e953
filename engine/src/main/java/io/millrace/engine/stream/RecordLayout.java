package io.millrace.engine.stream;

/**
 * How a record lies in memory, in a stream and in a run on disk:
 *
 * <pre>
 *  0-3   key length, native order
 *  4-7   value length, native order
 *  8-    key bytes, then value bytes
 * </pre>
 */
public final class RecordLayout {

    /** Bytes before the key. */
    public static final int HEADER_BYTES = 8;

    private RecordLayout() {}

    /** Bytes of a record with its header. */
    public static long bytes(int keyLength, int valueLength) {
        return (long) HEADER_BYTES + keyLength + valueLength;
    }
}
