package io.millrace.exchange.shuffle;

import io.millrace.engine.task.AttemptId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Sends a map output to all workers as soon as it is sealed. Each worker begins with the next one,
 * so that not all send to the same.
 *
 * <p>Source: the fully-connected exchange of Daikoku, Kawashima and Tatebe, "On Exploring Efficient
 * Shuffle Design for In-Memory MapReduce", BeyondMR'16.
 *
 * @param rank this worker's number
 */
record FullyConnected(int rank) implements SendOrder {

    @Override
    public void deliver(List<Peer> peers, AttemptId attempt, BitSet left, OutputParts parts)
            throws IOException, InterruptedException {
        List<Integer> order = new ArrayList<>();
        for (int step = 1; step <= peers.size(); step++) {
            int next = (rank + step) % peers.size();
            if (left.get(next)) {
                order.add(next);
            }
        }
        for (int to : order) {
            peers.get(to).send(attempt, parts);
        }
        for (int to : order) {
            peers.get(to).awaitReceipt(attempt);
            left.clear(to);
        }
    }
}
