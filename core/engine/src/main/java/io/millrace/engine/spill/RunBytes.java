package io.millrace.engine.spill;

import java.io.Closeable;
import java.io.IOException;

/** Reads the bytes of coded runs from a file or from slabs. Used by one thread. */
interface RunBytes extends Closeable {

    /** Moves to this position of the writer's output. */
    void moveTo(long position) throws IOException;

    /**
     * Reads the next bytes.
     *
     * @throws java.io.EOFException if fewer bytes are left
     */
    void readFully(byte[] target, int offset, int length) throws IOException;
}
