package io.millrace.exchange.shuffle;

import io.millrace.engine.task.AttemptId;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/** The order in which a worker sends the parts of its map outputs. Thread-safe. */
interface SendOrder {

    /**
     * Sends the parts of a map output, and waits for their receipts.
     *
     * @param peers all workers, by rank
     * @param left the workers that do not have their part; those that have it are removed
     */
    void deliver(List<Peer> peers, AttemptId attempt, BitSet left, OutputParts parts)
            throws IOException, InterruptedException;
}
