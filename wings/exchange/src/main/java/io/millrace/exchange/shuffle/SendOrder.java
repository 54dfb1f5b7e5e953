package io.millrace.exchange.shuffle;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/** The order in which a worker sends the parts of blocks of map output. Thread-safe. */
interface SendOrder {

    /**
     * Sends the parts of a block, and waits for their receipts.
     *
     * @param peers all workers, by rank
     * @param left the workers that do not have their part; those that have it are removed
     */
    void deliver(List<Peer> peers, OutputBlock block, BitSet left, OutputParts parts)
            throws IOException, InterruptedException;
}
