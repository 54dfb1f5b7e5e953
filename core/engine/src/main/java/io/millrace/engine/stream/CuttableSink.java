package io.millrace.engine.stream;

import io.millrace.engine.record.RecordSink;
import java.io.IOException;

/**
 * A sink whose records go to chunks, and whose caller may end a chunk. Used by one thread at a
 * time.
 */
public interface CuttableSink extends RecordSink, AutoCloseable {

    /**
     * Hands on all records so far, without the open record, which moves to the next chunk.
     *
     * @throws IOException if a record had to be spilled and the disk failed, or the attempt was
     *     revoked
     * @throws InterruptedException if the attempt was cancelled while it waited for room
     */
    void cut() throws IOException, InterruptedException;

    /** Hands on all records, the last of which has ended. The sink must not be used afterwards. */
    void finish() throws IOException, InterruptedException;

    /** Gives back the memory of records that were not handed on. May be called twice. */
    @Override
    void close();
}
