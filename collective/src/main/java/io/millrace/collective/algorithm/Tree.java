package io.millrace.collective.algorithm;

import io.millrace.collective.transport.Transport;
import java.io.IOException;

/**
 * Up a binomial tree to the first worker, and down again: least messages in all, twice the steps of
 * a {@link BidirectionalExchange}.
 */
final class Tree implements Collective {

    @Override
    public <T> T allReduce(Transport transport, T own, Merging<T> merging)
            throws IOException, InterruptedException {
        int size = transport.size();
        int rank = transport.rank();
        T all = own;
        int distance = 1;
        while (distance < size && (rank & distance) == 0) {
            if (rank + distance < size) {
                all = merging.combine(all, merging.decode(transport.receive(rank + distance)));
            }
            distance <<= 1;
        }
        if (rank == 0) {
            return size == 1 ? all : down(transport, merging.encode(all), distance, merging);
        }
        int parent = rank - distance;
        transport.send(parent, merging.encode(all));
        return down(transport, transport.receive(parent), distance, merging);
    }

    /** Passes the result on to those that this worker heard of on the way up, farthest first. */
    private static <T> T down(Transport transport, byte[] result, int reached, Merging<T> merging)
            throws IOException, InterruptedException {
        int rank = transport.rank();
        for (int distance = reached >> 1; distance > 0; distance >>= 1) {
            if (rank + distance < transport.size()) {
                transport.send(rank + distance, result);
            }
        }
        return merging.decode(result);
    }
}
