package io.millrace.engine.collect;

import java.io.IOException;

/**
 * What becomes of the values of keys in a combine table. Made for one table, called by its thread.
 */
interface EntryValues {

    /** Records after which it is known whether keys repeat. */
    int SAMPLE = 1 << 16;

    /**
     * Whether a table of so many keys is worth going on with. Asked now and then.
     *
     * @param records how many went into it
     */
    default boolean isWorthwhile(int keys, int records) {
        return records < SAMPLE || keys <= 0.9 * records;
    }

    /** Bytes of room that a new entry gets whose first value has {@code valueLength} bytes. */
    long room(int valueLength);

    /** Puts the first value into a new entry, which has room for it. */
    void first(int entry, byte[] record, int valueAt, int valueLength);

    /**
     * Adds a value to an entry, whose key {@code record} has at {@code keyAt}.
     *
     * @return the entry that the key has from now on: this one, or a larger one
     */
    int add(int entry, byte[] record, int keyAt, int valueAt, int valueLength)
            throws IOException, InterruptedException;

    /** Writes the key and its values to the chunks. */
    void write(int entry) throws IOException, InterruptedException;

    /** Told after all entries were written, before the table is filled anew. */
    void finish();
}
