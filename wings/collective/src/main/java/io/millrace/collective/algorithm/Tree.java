package io.millrace.collective.algorithm;

import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import java.io.IOException;

/**
 * Up a binomial tree to the first worker, and down again: the fewest messages in total, but twice
 * the steps of a {@link BidirectionalExchange}.
 */
final class Tree implements Collective {

    @Override
    public <T> T allReduce(Transport transport, T own, Merging<T> merging)
            throws IOException, InterruptedException {
        Parts<T> parts = new Parts<>(transport, merging);
        int size = transport.size();
        int rank = transport.rank();
        T all = own;
        int distance = 1;
        while (distance < size && (rank & distance) == 0) {
            if (rank + distance < size) {
                all = parts.combine(all, rank + distance);
            }
            distance <<= 1;
        }
        if (rank == 0) {
            if (size > 1) {
                try (Message result = parts.message(all)) {
                    down(transport, result, distance);
                }
            }
            return all;
        }
        int parent = rank - distance;
        parts.send(parent, all);
        try (Message result = transport.receive(parent)) {
            down(transport, result, distance);
            return merging.readOver(all, result.open());
        }
    }

    /**
     * Passes the result on to the workers that this one received messages from on the way up,
     * farthest first. Each gets a copy, because the receiver owns a message.
     */
    private static void down(Transport transport, Message result, int reached)
            throws IOException, InterruptedException {
        int rank = transport.rank();
        for (int distance = reached >> 1; distance > 0; distance >>= 1) {
            if (rank + distance < transport.size()) {
                transport.send(rank + distance, result.copy(transport.memory()));
            }
        }
    }
}
