package io.millrace.engine.collect;

import io.millrace.engine.record.RecordOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A few records, side by side, on their way into a combine table. A record that does not fit is the
 * last of its batch, in its own array. Not thread-safe.
 */
final class StagedRecords {

    private static final int MAX_RECORDS = 64;
    private static final int STAGE_BYTES = 16 * 1024;

    /** No further record begins in the stage when less than this is left. */
    private static final int MIN_ROOM = 256;

    /** The length that means no value. */
    private static final int NO_VALUE = -1;

    private final byte[] stage = new byte[STAGE_BYTES];
    private final RecordOutput output = new RecordOutput(0);
    private final int[] partitions = new int[MAX_RECORDS];
    private final int[] starts = new int[MAX_RECORDS];
    private final int[] keyLengths = new int[MAX_RECORDS];
    private final int[] ends = new int[MAX_RECORDS];
    private final int[] codes = new int[MAX_RECORDS];
    private final int[] otherCodes = new int[MAX_RECORDS];
    private final int[] entries = new int[MAX_RECORDS];
    private final long[] firstWords = new long[MAX_RECORDS];
    private final long[] secondWords = new long[MAX_RECORDS];

    /** Partition and length of each key for the table of short keys; 0 for other keys. */
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

    /**
     * Whether the open record has outgrown the stage while others are in it. Then the others must
     * be added first, because a batch must be in one array.
     */
    boolean outgrown() {
        return output.array() != stage && count > 0;
    }

    /** Ends the open record; true if the batch is full and must be added. */
    boolean endRecord(int partition) {
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

    int count() {
        return count;
    }

    /** The array of the records. */
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
     * Adds records to a table, from {@code from} on; valid after {@link #prepare} with the same
     * tables.
     *
     * @return the first record whose key is new and has no room; the number of records if all were
     *     added
     */
    int addTo(KeyTable keys, @Nullable ShortKeyTable shortKeys, int from)
            throws IOException, InterruptedException {
        int next = from;
        while (next < count && add(keys, shortKeys, next)) {
            next++;
        }
        return next;
    }

    private boolean add(KeyTable keys, @Nullable ShortKeyTable shortKeys, int record)
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
     * Hashes all keys, then reads the places where they may be, and ignores the values. Otherwise
     * each rare key would wait for memory in turn; this way the waits overlap.
     *
     * @param shortKeys null if short keys also go to {@code keys}
     */
    void prepare(KeyTable keys, @Nullable ShortKeyTable shortKeys) {
        int others = hash(shortKeys == null ? NO_VALUE : shortKeys.valueBytes());
        // Stored so that the compiler does not remove the reads as dead code.
        touched = keys.touch(otherCodes, others, entries);
        if (shortKeys != null) {
            touched += shortKeys.touch(codes, count);
        }
    }

    /**
     * Hashes all keys, and counts those that do not go to the table of short keys. The arrays are
     * local variables because the compiler reloads fields after each store.
     *
     * @param valueBytes length of the values in the table of short keys
     */
    private int hash(int valueBytes) {
        byte[] array = this.array;
        int[] starts = this.starts;
        int[] keyLengths = this.keyLengths;
        int[] ends = this.ends;
        int[] partitions = this.partitions;
        int[] codes = this.codes;
        int[] otherCodes = this.otherCodes;
        long[] firstWords = this.firstWords;
        long[] secondWords = this.secondWords;
        long[] owners = this.owners;
        int last = array.length - KeyWords.MAX_BYTES;
        int end = count;
        int others = 0;
        for (int i = 0; i < end; i++) {
            int at = starts[i];
            int length = keyLengths[i];
            int partition = partitions[i];
            if (length <= KeyWords.MAX_BYTES && ends[i] - at - length == valueBytes && at <= last) {
                long first = KeyWords.first(array, at, length);
                long second = KeyWords.second(array, at, length);
                firstWords[i] = first;
                secondWords[i] = second;
                owners[i] = ShortKeyTable.owner(partition, length);
                codes[i] = KeyBytes.hash(first, second, length, partition);
            } else {
                owners[i] = 0;
                codes[i] = KeyBytes.hash(array, at, length, partition);
                otherCodes[others++] = codes[i];
            }
        }
        return others;
    }

    /** Removes all records, including the open one. */
    void clear() {
        clearEnded();
        output.writeTo(stage, 0, stage.length);
    }

    /** Removes the ended records; the open one stays where it is. */
    void clearEnded() {
        count = 0;
        array = stage;
    }

    @Override
    public String toString() {
        return count + " staged records (" + touched + ")";
    }
}
