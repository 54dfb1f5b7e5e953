package io.millrace.collective.algorithm;

import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Pieces travel around a ring twice, first to be combined and then to be distributed: each worker
 * sends and receives twice the size of the result, however many workers there are. For large
 * results.
 */
final class Ring implements Collective {

    @Override
    public <T> T allReduce(Transport transport, T own, Merging<T> merging)
            throws IOException, InterruptedException {
        int size = transport.size();
        if (size == 1) {
            return own;
        }
        Parts<T> parts = new Parts<>(transport, merging);
        List<T> pieces = new ArrayList<>(merging.split(own, size));
        int rank = transport.rank();
        for (int step = 0; step < size - 1; step++) {
            parts.send(next(transport), pieces.get(at(rank - step, size)));
            int received = at(rank - step - 1, size);
            pieces.set(received, parts.combine(pieces.get(received), previous(transport)));
        }
        int whole = at(rank + 1, size);
        return merging.join(
                round(
                        transport,
                        whole,
                        parts.message(pieces.get(whole)),
                        (piece, in) ->
                                piece == whole
                                        ? pieces.get(piece)
                                        : merging.readOver(pieces.get(piece), in)));
    }

    /**
     * Reads a piece by its number.
     *
     * @param <T> the piece
     */
    @FunctionalInterface
    private interface PieceReading<T> {
        T read(int piece, DataInput in) throws IOException;
    }

    /** Each piece travels around once, unchanged. */
    @Override
    public <T> List<T> allGather(Transport transport, Message own, Reading<T> reading)
            throws IOException, InterruptedException {
        return round(transport, transport.rank(), own, (piece, in) -> reading.read(in));
    }

    /**
     * Sends pieces around, of which each worker starts with one. Each worker reads a piece and
     * passes it on unchanged.
     *
     * @param first this worker's piece: its rank plus a number that is the same for all
     */
    private static <T> List<T> round(
            Transport transport, int first, Message own, PieceReading<T> reading)
            throws IOException, InterruptedException {
        int size = transport.size();
        SortedMap<Integer, T> pieces = new TreeMap<>();
        Message piece = own;
        for (int step = 0; step < size; step++) {
            boolean last = step == size - 1;
            boolean handedOn = false;
            try {
                int number = at(first - step, size);
                pieces.put(number, reading.read(number, piece.open()));
                if (!last) {
                    handedOn = true;
                    transport.send(next(transport), piece);
                }
            } finally {
                if (!handedOn) {
                    piece.close();
                }
            }
            if (!last) {
                piece = transport.receive(previous(transport));
            }
        }
        return new ArrayList<>(pieces.values());
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
