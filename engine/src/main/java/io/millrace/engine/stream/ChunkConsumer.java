package io.millrace.engine.stream;

import io.millrace.engine.memory.Slab;
import java.io.IOException;
import java.util.List;

/**
 * Takes what a {@link ChunkWriter} has filled, and finds memory for more. Called on the writer's
 * thread.
 */
public interface ChunkConsumer {

    /** Takes over a full chunk, or the last one. */
    void accept(Chunk chunk) throws IOException, InterruptedException;

    /** Most records that a chunk may have. */
    int maxRecords();

    /**
     * Two slabs for a new chunk, handed on to the caller, or none: then the record that needs them
     * goes to {@link #acceptLarge}. May wait.
     */
    List<Slab> takeChunkSlabs() throws IOException, InterruptedException;

    /** Takes a single record for which there is no memory; the bytes are lent. */
    void acceptLarge(int partition, byte[] record, int offset, int keyLength, int valueLength)
            throws IOException, InterruptedException;
}
