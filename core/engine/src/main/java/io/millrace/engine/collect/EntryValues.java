package io.millrace.engine.collect;

import java.io.IOException;

/**
 * The handling of the values of keys in a combine table. Created for one table; called by its
 * thread.
 */
interface EntryValues {

    /** Number of records after which it is known whether keys repeat. */
    int SAMPLE = 1 << 16;

    /**
     * Whether the table should be kept, given its number of keys. Called now and then.
     *
     * @param records number of records added to the table
     */
    default boolean isWorthwhile(int keys, int records) {
        return records < SAMPLE || keys <= 0.9 * records;
    }

    /** The room, in bytes, of a new entry whose first value has {@code valueLength} bytes. */
    long room(int valueLength);

    /** Puts the first value into a new entry, which has enough room. */
    void first(int entry, byte[] record, int valueAt, int valueLength);

    /**
     * Adds a value to an entry, whose key starts at {@code keyAt} in {@code record}.
     *
     * @return the key's entry after the call: the same, or a larger one
     */
    int add(int entry, byte[] record, int keyAt, int valueAt, int valueLength)
            throws IOException, InterruptedException;

    /** Writes the key and its values to the chunks. */
    void write(int entry) throws IOException, InterruptedException;

    /** Called after all entries were written, before the table is filled again. */
    void finish();
}
