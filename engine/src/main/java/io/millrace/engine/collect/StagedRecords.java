package io.millrace.engine.collect;

import io.millrace.engine.record.RecordOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A few records, side by side, on their way into a combine table. A record that does not fit is the
 * last of its batch, in an array of its own. Not thread-safe.
 */
final class StagedRecords {

    private static final int MAX_RECORDS = 64;
    private static final int STAGE_BYTES = 16 * 1024;

    /** With less than this left of the stage, no further record is begun there. */
    private static final int MIN_ROOM = 256;

    private final byte[] stage = new byte[STAGE_BYTES];
    private final RecordOutput output = new RecordOutput(0);
    private final int[] partitions = new int[MAX_RECORDS];
    private final int[] starts = new int[MAX_RECORDS];
    private final int[] keyLengths = new int[MAX_RECORDS];
    private final int[] ends = new int[MAX_RECORDS];
    private final int[] codes = new int[MAX_RECORDS];
    private final int[] entries = new int[MAX_RECORDS];
    private final long[] firstWords = new long[MAX_RECORDS];
    private final long[] secondWords = new long[MAX_RECORDS];

    /** Of keys for the table of short keys, partition and length; else 0. */
    private final long[] owners = new long[MAX_RECORDS];

    private byte[] array = stage;
    private int count;
    private int openKeyLength;
    private int touched;

    StagedRecords() {
        clear();
    }

    RecordOutput output() {
        return output;
    }

    void endKey() {
        openKeyLength = output.length();
    }

    void discardRecord() {
        output.writeTo(stage, count == 0 ? 0 : ends[count - 1], stage.length);
    }

    /** Ends the open record; true if the batch is full and has to be taken. */
    boolean endRecord(int partition) {
        if (output.array() != stage && count > 0) {
            moveBehind();
        }
        array = output.array();
        partitions[count] = partition;
        starts[count] = output.start();
        keyLengths[count] = openKeyLength;
        ends[count] = output.position();
        count++;
        return array != stage
                || count == MAX_RECORDS
                || stage.length - output.position() < MIN_ROOM
                || !output.startNext(0);
    }

    /** A record that outgrew the stage: the ones before it move to its array. */
    private void moveBehind() {
        int before = ends[count - 1];
        byte[] larger = new byte[before + output.length()];
        System.arraycopy(stage, 0, larger, 0, before);
        System.arraycopy(output.array(), output.start(), larger, before, output.length());
        int length = output.length();
        output.writeTo(larger, before, larger.length);
        output.reserve(length);
    }

    int count() {
        return count;
    }

    /** Where the records are. */
    byte[] array() {
        return array;
    }

    int partition(int record) {
        return partitions[record];
    }

    int keyAt(int record) {
        return starts[record];
    }

    int keyLength(int record) {
        return keyLengths[record];
    }

    int valueAt(int record) {
        return starts[record] + keyLengths[record];
    }

    int valueLength(int record) {
        return ends[record] - starts[record] - keyLengths[record];
    }

    /**
     * Adds the record to a table; valid after {@link #prepare} with the same tables.
     *
     * @return false, and nothing changed, if a new key has no room
     */
    boolean addTo(KeyTable keys, @Nullable ShortKeyTable shortKeys, int record)
            throws IOException, InterruptedException {
        if (shortKeys != null && owners[record] != 0) {
            return shortKeys.add(
                    codes[record],
                    firstWords[record],
                    secondWords[record],
                    owners[record],
                    array,
                    valueAt(record));
        }
        return keys.add(
                partitions[record],
                codes[record],
                array,
                keyAt(record),
                keyLength(record),
                valueAt(record),
                valueLength(record));
    }

    /**
     * Hashes all keys, then reads from where each will be looked for and makes nothing of that: one
     * by one, each key but the commonest would be a wait for memory, so the waits are made to
     * overlap.
     *
     * @param shortKeys null if short keys go to {@code keys} too
     */
    void prepare(KeyTable keys, @Nullable ShortKeyTable shortKeys) {
        boolean all = true;
        for (int i = 0; i < count; i++) {
            int at = starts[i];
            int length = keyLengths[i];
            if (shortKeys != null
                    && length <= KeyWords.MAX_BYTES
                    && valueLength(i) == shortKeys.valueBytes()
                    && array.length - at >= KeyWords.MAX_BYTES) {
                firstWords[i] = KeyWords.first(array, at, length);
                secondWords[i] = KeyWords.second(array, at, length);
                owners[i] = ShortKeyTable.owner(partitions[i], length);
                codes[i] = KeyBytes.hash(firstWords[i], secondWords[i], length, partitions[i]);
            } else {
                owners[i] = 0;
                codes[i] = KeyBytes.hash(array, at, length, partitions[i]);
                all = false;
            }
        }
        // Kept, so that the reads are not found to be useless and left out.
        touched = shortKeys == null ? 0 : touch(shortKeys);
        if (!all) {
            touched += touch(keys);
        }
    }

    private int touch(ShortKeyTable table) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += table.touch(codes[i]);
        }
        return sum;
    }

    private int touch(KeyTable table) {
        for (int i = 0; i < count; i++) {
            entries[i] = owners[i] == 0 ? table.likelyEntry(codes[i]) : 0;
        }
        int sum = 0;
        for (int i = 0; i < count; i++) {
            if (entries[i] != 0) {
                sum += table.touch(entries[i]);
            }
        }
        return sum;
    }

    /** Forgets all records. */
    void clear() {
        count = 0;
        array = stage;
        output.writeTo(stage, 0, stage.length);
    }

    @Override
    public String toString() {
        return count + " staged records (" + touched + ")";
    }
}
