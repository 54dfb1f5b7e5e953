package io.millrace.engine.shuffle.output;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.Tally;
import java.io.IOException;

/**
 * The order of equal keys in the output of one attempt: as they were emitted, or as in Hadoop. It
 * decides how chunks are sorted, and what is merged when all of them are. Methods are called by the
 * attempt's thread unless they say otherwise.
 */
interface EqualKeys {

    /** Sorts a chunk, on any thread. */
    void sort(Chunk chunk, KeyOrder order) throws IOException;

    /** Called on any thread when records with this sequence became part of the output. */
    void counted(long sequence, Tally records);

    /** Whether a chunk is one of Hadoop's spills, however much memory it takes. */
    boolean chunksAreSpills();

    /**
     * Called once, when all chunks are processed: merges what must be merged before the output is
     * sealed.
     */
    void finish(ChunkOutlet outlet, ChunkTasks tasks) throws IOException, InterruptedException;
}
