package io.millrace.engine.shuffle.output;

import io.millrace.engine.stream.Chunk;
import java.io.IOException;

/** Offers sorted chunks of an attempt to the job's partial reducer. Used on sort threads. */
@FunctionalInterface
interface ChunkReduction {

    /** For a job without partial reducer. */
    ChunkReduction NONE = (sorted, sequence) -> false;

    /**
     * Hands on what the partial reducer makes of a chunk.
     *
     * @return false if the chunk stays as it is, and with its owner
     */
    boolean reduce(Chunk sorted, long sequence) throws IOException, InterruptedException;
}
