package io.millrace.engine.shuffle.output;

import io.millrace.engine.run.RunSet;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.Tally;
import java.io.IOException;
import java.util.List;

/**
 * The route of an attempt's chunks between the writer and the outlet: straight, or through the
 * job's combiner, which is called for whole spills. Methods are called by the attempt's thread
 * unless they say otherwise.
 */
interface ChunkRoute {

    /** Whether each chunk is sorted on the route, even if its delivery would take it unsorted. */
    boolean sorts();

    /** Begins the way of the next chunk. */
    Passage begin();

    /** Takes over a record that found no room in a chunk. */
    void acceptLarge(RunSet record, Tally one) throws IOException, InterruptedException;

    /** Takes over a record that is one of Hadoop's spills. */
    void acceptAlone(RunSet record, Tally one);

    /** Called when all records of one of Hadoop's spills have been taken. */
    void endSpill() throws IOException, InterruptedException;

    /** Called once, when all chunks are processed: hands on what is still on the route. */
    void finish() throws IOException, InterruptedException;

    /** The run sets that are on the route, which may be spilled. Called by any thread. */
    List<RunSet> sets();

    /** Gives back the run sets on the route. Called by any thread. */
    void closeSets();

    /** Records that were written to disk on the route. */
    long spilledRecords();

    /** The way of one chunk. Used on a sort thread. */
    interface Passage {

        /** Takes over the chunk, unless a partial reducer has made something else of it. */
        void accept(Chunk chunk, long sequence, boolean sorted)
                throws IOException, InterruptedException;

        /** Called last, if nothing has failed. */
        void end() throws IOException, InterruptedException;
    }
}
