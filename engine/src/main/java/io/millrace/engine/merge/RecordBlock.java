package io.millrace.engine.merge;

import io.millrace.engine.record.RecordCursor;
import java.io.IOException;

/** Some thousand records side by side, copied from a cursor. Used by one thread at a time. */
final class RecordBlock {

    private static final int MAX_RECORDS = 4096;

    /** Small enough for two of them, and what the reducer works with, to stay in a core's cache. */
    private static final int BYTES = 128 * 1024;

    private final long[] prefixes = new long[MAX_RECORDS];
    private final int[] starts = new int[MAX_RECORDS];
    private final int[] keyLengths = new int[MAX_RECORDS];
    private final int[] valueLengths = new int[MAX_RECORDS];
    private byte[] bytes = new byte[BYTES];
    private int count;
    private int used;

    /** Forgets all records. */
    void clear() {
        if (bytes.length > BYTES) {
            bytes = new byte[BYTES];
        }
        count = 0;
        used = 0;
    }

    /**
     * Adds the cursor's current record; one that has a block to itself may be of any size.
     *
     * @return false, and nothing changed, if the block has no room for it
     */
    boolean add(RecordCursor record) throws IOException {
        int keyLength = record.keyLength();
        int valueLength = record.valueLength();
        int length = Math.addExact(keyLength, valueLength);
        if (count == MAX_RECORDS || length > bytes.length - used) {
            if (count > 0) {
                return false;
            }
            bytes = new byte[length];
        }
        System.arraycopy(record.keyBytes(), record.keyOffset(), bytes, used, keyLength);
        System.arraycopy(
                record.valueBytes(), record.valueOffset(), bytes, used + keyLength, valueLength);
        prefixes[count] = record.prefix();
        starts[count] = used;
        keyLengths[count] = keyLength;
        valueLengths[count] = valueLength;
        used += length;
        count++;
        return true;
    }

    int count() {
        return count;
    }

    /** Share of the block's bytes that its records up to this one have, 0 to 1; -1 for none. */
    float shareUpTo(int record) {
        return record + 1 == count ? 1 : (float) starts[record + 1] / used;
    }

    byte[] bytes() {
        return bytes;
    }

    long prefix(int record) {
        return prefixes[record];
    }

    int keyAt(int record) {
        return starts[record];
    }

    int keyLength(int record) {
        return keyLengths[record];
    }

    int valueLength(int record) {
        return valueLengths[record];
    }
}
