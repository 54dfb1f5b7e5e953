package io.millrace.engine.stream;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Receives the chunks that a {@link ChunkWriter} has filled, and provides memory for more. Called
 * on the writer's thread.
 */
public interface ChunkConsumer {

    /** Takes ownership of a full chunk, or of the last one. */
    void accept(Chunk chunk) throws IOException, InterruptedException;

    /** Most records that a chunk may have. */
    int maxRecords();

    /**
     * Two slabs for a new chunk, which the caller owns, or none: then the record that needs them
     * goes to {@link #acceptLarge}. May wait.
     */
    List<Slab> takeChunkSlabs() throws IOException, InterruptedException;

    /**
     * One more slab for the open chunk, which the caller owns, or null: then the chunk is full,
     * unless it is empty.
     */
    default @Nullable Slab takeMore(MemoryAccount memory, SlabKind kind, int bytes)
            throws IOException, InterruptedException {
        return memory.tryTake(kind, bytes);
    }

    /**
     * Largest record, in bytes, that is copied to its own memory; a record that fits a slab always
     * is. The limit leaves heap to the code that creates such records.
     */
    default long maxRecordBytes(MemoryAccount memory) {
        return memory.maxBytes() / 4;
    }

    /** Takes a single record that does not fit in memory; the bytes are lent. */
    void acceptLarge(int partition, byte[] record, int offset, int keyLength, int valueLength)
            throws IOException, InterruptedException;
}
