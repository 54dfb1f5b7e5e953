package io.millrace.collective.algorithm;

import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import java.io.IOException;
import java.util.List;

/**
 * Operations in which all workers of a gang take part: each worker calls them, all in the same
 * order. Any operation may fail with a {@link io.millrace.exchange.gang.GangBrokenException}.
 */
public interface Collective {

    /** Combines the data of all workers; each worker gets the result. */
    <T> T allReduce(Transport transport, T own, Merging<T> merging)
            throws IOException, InterruptedException;

    /**
     * Collects the data of all workers, by rank; each worker gets all of it.
     *
     * @param own handed over, even if the call fails
     * @param reading called once for each worker's message, in any order
     */
    default <T> List<T> allGather(Transport transport, Message own, Reading<T> reading)
            throws IOException, InterruptedException {
        try (Gathering gathering = new Gathering(transport, own)) {
            return gathering.read(allReduce(transport, gathering.own(), gathering), reading);
        }
    }

    /**
     * Combines the data of all workers; each worker gets a piece of the result. By pairwise
     * exchange, in one step per other worker.
     *
     * @param own a piece for each worker
     */
    static <T> T reduceScatter(Transport transport, List<T> own, Merging<T> merging)
            throws IOException, InterruptedException {
        Parts<T> parts = new Parts<>(transport, merging);
        int size = transport.size();
        int rank = transport.rank();
        T mine = own.get(rank);
        for (int step = 1; step < size; step++) {
            int to = (rank + step) % size;
            int from = (rank - step + size) % size;
            parts.send(to, own.get(to));
            mine = parts.combine(mine, from);
        }
        return mine;
    }

    /** Returns when all workers have called it. */
    static void barrier(Transport transport) throws IOException, InterruptedException {
        int size = transport.size();
        int rank = transport.rank();
        for (int step = 1; step < size; step++) {
            transport.send((rank + step) % size, Message.empty());
            transport.receive((rank - step + size) % size).close();
        }
    }
}
