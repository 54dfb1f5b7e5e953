package io.millrace.verify;

import java.io.Closeable;
import java.io.IOException;

/** Reads the records of one file in order. Used by one thread. */
public interface RecordReader extends Closeable {

    /** The part of the file's header that has to agree, such as its schema; empty if none does. */
    String header() throws IOException;

    /** Moves to the next record; false at the end. */
    boolean next() throws IOException;

    /** The current record in a form that is the same for the same record, and for no other. */
    byte[] record() throws IOException;

    /** The current record for people. */
    String text() throws IOException;

    /** Offset in bytes of the current record, or of the block that holds it. */
    long position() throws IOException;
}
