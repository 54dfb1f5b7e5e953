package io.millrace.engine.namespace;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A stream over a file whose bytes are in this process's memory, for readers that can use them in
 * place. Lending does not move the stream's position. Used by one thread at a time.
 */
public interface LendsBytes {

    /**
     * The bytes from {@code position} on, in place, as many as are contiguous: in the buffer's
     * array, between its position and its limit. They are read-only, and valid until the next call
     * or until the stream is closed.
     *
     * @return null if the bytes cannot be lent, and at the file's end
     */
    @Nullable ByteBuffer lend(long position) throws IOException;

    /** Counts lent bytes as read, like bytes that are read through the stream. */
    void countRead(long bytes);
}
