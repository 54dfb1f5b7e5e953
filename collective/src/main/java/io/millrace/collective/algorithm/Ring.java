package io.millrace.collective.algorithm;

import io.millrace.collective.transport.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Pieces go round a ring, once to be combined and once more to be told: each worker sends and
 * receives the size of the result twice, however many there are. For large results.
 */
final class Ring implements Collective {

    @Override
    public <T> T allReduce(Transport transport, T own, Merging<T> merging)
            throws IOException, InterruptedException {
        int size = transport.size();
        if (size == 1) {
            return own;
        }
        List<T> pieces = new ArrayList<>(merging.split(own, size));
        int rank = transport.rank();
        for (int step = 0; step < size - 1; step++) {
            transport.send(next(transport), merging.encode(pieces.get(at(rank - step, size))));
            int received = at(rank - step - 1, size);
            T theirs = merging.decode(transport.receive(previous(transport)));
            pieces.set(received, merging.combine(pieces.get(received), theirs));
        }
        int whole = at(rank + 1, size);
        byte[][] messages = round(transport, whole, merging.encode(pieces.get(whole)));
        for (int i = 0; i < size; i++) {
            pieces.set(i, merging.decode(messages[i]));
        }
        return merging.join(pieces);
    }

    /** Each piece goes round once, as it is. */
    @Override
    public List<byte[]> allGather(Transport transport, byte[] own)
            throws IOException, InterruptedException {
        return Arrays.asList(round(transport, transport.rank(), own));
    }

    /**
     * Sends pieces round that all workers together have one each of.
     *
     * @param first which piece is this worker's: its rank and a number that is the same for all
     */
    private static byte[][] round(Transport transport, int first, byte[] own)
            throws IOException, InterruptedException {
        int size = transport.size();
        byte[][] pieces = new byte[size][];
        pieces[first] = own;
        for (int step = 0; step < size - 1; step++) {
            transport.send(next(transport), pieces[at(first - step, size)]);
            pieces[at(first - step - 1, size)] = transport.receive(previous(transport));
        }
        return pieces;
    }

    private static int next(Transport transport) {
        return at(transport.rank() + 1, transport.size());
    }

    private static int previous(Transport transport) {
        return at(transport.rank() - 1, transport.size());
    }

    private static int at(int place, int size) {
        return Math.floorMod(place, size);
    }
}
