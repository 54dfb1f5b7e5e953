package io.millrace.engine.collect;

import io.millrace.engine.record.RecordOutput;

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
    private final int[] references = new int[MAX_RECORDS];
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

    /** The hash of a record's key and partition; valid after {@link #hash}. */
    int code(int record) {
        return codes[record];
    }

    void hash() {
        for (int i = 0; i < count; i++) {
            codes[i] = KeyBytes.hash(array, starts[i], keyLengths[i], partitions[i]);
        }
    }

    /**
     * Reads the slot and the entry that each record will be looked for in, and makes nothing of
     * them.
     */
    void touch(SlotTable table, EntryArena arena) {
        for (int i = 0; i < count; i++) {
            references[i] = (int) table.referenceIf(table.firstSlot(codes[i]), codes[i]);
        }
        int sum = 0;
        for (int i = 0; i < count; i++) {
            if (references[i] != 0 && references[i] != -1) {
                sum += arena.touch(references[i]);
            }
        }
        // Kept, so that the reads are not found to be useless and left out.
        touched = sum;
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
