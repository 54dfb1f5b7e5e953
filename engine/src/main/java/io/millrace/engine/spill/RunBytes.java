package io.millrace.engine.spill;

import java.io.Closeable;
import java.io.IOException;

/** Reads the bytes of coded runs, wherever they lie. Used by one thread. */
interface RunBytes extends Closeable {

    /** Goes on at this position of what the runs' writer wrote. */
    void moveTo(long position) throws IOException;

    /**
     * Reads the next bytes.
     *
     * @throws java.io.EOFException if there are not so many
     */
    void readFully(byte[] target, int offset, int length) throws IOException;
}
