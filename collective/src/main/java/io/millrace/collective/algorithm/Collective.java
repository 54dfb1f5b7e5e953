package io.millrace.collective.algorithm;

import io.millrace.collective.transport.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Operations in which all workers of a gang take part, each with a call of its own and all in the
 * same order. Any of them may fail with a {@link
 * io.millrace.collective.transport.GangBrokenException}.
 */
public interface Collective {

    /** What all workers have, combined; on each of them. */
    <T> T allReduce(Transport transport, T own, Merging<T> merging)
            throws IOException, InterruptedException;

    /** What each worker has, by rank; on each of them. */
    default List<byte[]> allGather(Transport transport, byte[] own)
            throws IOException, InterruptedException {
        Pieces pieces = Pieces.of(transport.size(), transport.rank(), own);
        return allReduce(transport, pieces, Pieces.MERGING).all();
    }

    /**
     * What all workers have, combined, of which each is left with a piece; by pairwise exchange, in
     * as many steps as there are other workers.
     *
     * @param own a piece for each worker
     */
    static <T> T reduceScatter(Transport transport, List<T> own, Merging<T> merging)
            throws IOException, InterruptedException {
        int size = transport.size();
        int rank = transport.rank();
        T mine = own.get(rank);
        for (int step = 1; step < size; step++) {
            int to = (rank + step) % size;
            int from = (rank - step + size) % size;
            transport.send(to, merging.encode(own.get(to)));
            mine = merging.combine(mine, merging.decode(transport.receive(from)));
        }
        return mine;
    }

    /** Returns when all workers have called it. */
    static void barrier(Transport transport) throws IOException, InterruptedException {
        List<byte[]> nothing = new ArrayList<>();
        for (int i = 0; i < transport.size(); i++) {
            nothing.add(new byte[0]);
        }
        allToAll(transport, nothing);
    }

    /**
     * Sends a message to each worker, and returns what each has sent to this one; pairwise.
     *
     * @param messages by rank; the one to itself stays where it is
     */
    static List<byte[]> allToAll(Transport transport, List<byte[]> messages)
            throws IOException, InterruptedException {
        int size = transport.size();
        int rank = transport.rank();
        List<byte[]> received = new ArrayList<>(messages);
        for (int step = 1; step < size; step++) {
            int to = (rank + step) % size;
            int from = (rank - step + size) % size;
            transport.send(to, messages.get(to));
            received.set(from, transport.receive(from));
        }
        return received;
    }
}
