package io.millrace.exchange.shuffle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Sends a block to all workers at once. Each worker begins with the next one, so that not all send
 * to the same.
 *
 * <p>Source: the fully-connected exchange of Daikoku, Kawashima and Tatebe, "On Exploring Efficient
 * Shuffle Design for In-Memory MapReduce", BeyondMR'16.
 *
 * @param rank this worker's number
 */
record FullyConnected(int rank) implements SendOrder {

    @Override
    public void deliver(List<Peer> peers, OutputBlock block, BitSet left, OutputParts parts)
            throws IOException, InterruptedException {
        List<Integer> order = new ArrayList<>();
        for (int step = 1; step <= peers.size(); step++) {
            int next = (rank + step) % peers.size();
            if (left.get(next)) {
                order.add(next);
            }
        }
        for (int to : order) {
            peers.get(to).send(block, parts);
        }
        for (int to : order) {
            peers.get(to).awaitReceipt(block);
            left.clear(to);
        }
    }
}
