package io.millrace.engine.record;

/**
 * A cursor whose current record lies in one array, with key and value anywhere in it. Used by one
 * thread at a time.
 */
public abstract class ArrayCursor implements RecordCursor {

    private static final byte[] NONE = {};

    private byte[] bytes = NONE;
    private int keyOffset;
    private int keyLength;
    private int valueOffset;
    private int valueLength;

    /** Sets the position of the current record. */
    protected final void moveTo(
            byte[] array, int keyFrom, int keyBytes, int valueFrom, int valueBytes) {
        bytes = array;
        keyOffset = keyFrom;
        keyLength = keyBytes;
        valueOffset = valueFrom;
        valueLength = valueBytes;
    }

    /** Unsets the current record, so that the last record's array, if large, can be freed. */
    protected final void moveOff() {
        moveTo(NONE, 0, 0, 0, 0);
    }

    @Override
    public final byte[] keyBytes() {
        return bytes;
    }

    @Override
    public final int keyOffset() {
        return keyOffset;
    }

    @Override
    public final int keyLength() {
        return keyLength;
    }

    @Override
    public final byte[] valueBytes() {
        return bytes;
    }

    @Override
    public final int valueOffset() {
        return valueOffset;
    }

    @Override
    public final int valueLength() {
        return valueLength;
    }
}
