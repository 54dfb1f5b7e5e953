package io.millrace.records.proto;

import java.io.Closeable;
import java.io.IOException;

/** The messages of a split, one after the other. Used by one thread at a time. */
interface MessageSource extends Closeable {

    /**
     * Moves to the next message; false if there are no more.
     *
     * @throws io.millrace.records.binary.BadBinaryFileException if the file is damaged
     */
    boolean next() throws IOException;

    /** The array with the message, until the next one. */
    byte[] bytes();

    /** The index of the message's first byte. */
    int from();

    /** The index after the message's last byte. */
    int to();

    /** Where the message is in its file, or in the content of a compressed file. */
    long offset();

    /** The share of the split that has been read. */
    float progress() throws IOException;
}
