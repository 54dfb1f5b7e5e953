package io.millrace.engine.namespace;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A stream over a file whose bytes are in this process's memory, for readers that can do without a
 * stream. Lending leaves the stream's position as it is. Used by one thread at a time.
 */
public interface LendsBytes {

    /**
     * The bytes at {@code position} and as many behind them as lie in one piece, where they lie: in
     * the buffer's array, between its position and its limit. To be read, and until the next call
     * or until the stream is closed.
     *
     * @return null where they can only be read, and at the file's end
     */
    @Nullable ByteBuffer lend(long position) throws IOException;

    /** Counts lent bytes that were read, as those that are read through the stream are counted. */
    void countRead(long bytes);
}
