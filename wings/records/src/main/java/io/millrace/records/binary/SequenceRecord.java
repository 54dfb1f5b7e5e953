package io.millrace.records.binary;

import java.io.IOException;

/** A record of a SequenceFile, which {@link #next} moves. Used by one thread at a time. */
interface SequenceRecord {

    /** Position after the record; at first, of the first one, or of the mark before it. */
    long position() throws IOException;

    /** Moves to the next record; false if there is none. */
    boolean next() throws IOException;

    /** Whether the record has a mark before it. */
    boolean markSeen();

    /** The array of the record, until the next one. */
    byte[] bytes();

    /** The index of the key's first byte. */
    int keyFrom();

    /** The index of the value's first byte, after the key. */
    int valueFrom();

    /** The index after the value. */
    int to();
}
