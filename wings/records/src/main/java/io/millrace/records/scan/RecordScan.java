package io.millrace.records.scan;

import java.io.Closeable;
import java.io.IOException;

/**
 * The records of a split, one after the other, for the readers of both APIs. Used by one thread at
 * a time.
 *
 * @param <V> a record
 */
public interface RecordScan<V> extends Closeable {

    /**
     * Moves to the next record; false if there are no more.
     *
     * @throws IOException if the file is damaged; the message names the place
     */
    boolean next() throws IOException;

    /** The record that {@link #next} moves, always the same object. */
    V record();

    /** The key that the mapper gets with the record: the record's number, or an offset. */
    long key();

    /** The share of the split that has been read, from 0 to 1. */
    float progress() throws IOException;
}
