package io.millrace.collective.algorithm;

import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A reduce-scatter by recursive halving, and then an all-gather by recursive doubling: each worker
 * sends less than twice the size of the result, as on a {@link Ring}, in 2 log2(n) steps. For large
 * results. As in Rabenseifner, Optimization of collective reduction operations (2004): the first
 * and the last step, whose messages are the largest, are between ranks next to each other.
 */
final class Rabenseifner extends CoreReduce {

    private final BidirectionalExchange doubling = new BidirectionalExchange();

    /**
     * Takes the bytes of a piece that another worker sends.
     *
     * @param <T> the piece
     */
    @FunctionalInterface
    private interface Taking<T> {
        T take(T own, DataInput theirs) throws IOException;
    }

    /**
     * Workers whose ranks differ by a distance exchange pieces: first those that the other one is
     * to combine, with distances that double, then those that are combined, with distances that
     * halve. The pieces of a worker at a distance are those whose numbers equal its rank in the
     * bits up to that of the distance: every (2 distance)-th.
     */
    @Override
    <T> T inCore(Parts<T> parts, T own, int core) throws IOException, InterruptedException {
        if (core == 1) {
            return own;
        }
        Merging<T> merging = parts.merging();
        int rank = parts.transport().rank();
        List<T> pieces = new ArrayList<>(merging.split(own, core));
        for (int distance = 1; distance < core; distance *= 2) {
            int partner = rank ^ distance;
            send(parts, partner, pieces, partner, 2 * distance);
            receive(parts, partner, pieces, rank, 2 * distance, merging::combine);
        }
        for (int distance = core / 2; distance > 0; distance /= 2) {
            int partner = rank ^ distance;
            send(parts, partner, pieces, rank, 2 * distance);
            receive(parts, partner, pieces, partner, 2 * distance, merging::readOver);
        }
        return merging.join(pieces);
    }

    /** Sends every {@code stride}-th piece, among them that of the rank {@code like}. */
    private static <T> void send(Parts<T> parts, int to, List<T> pieces, int like, int stride)
            throws IOException, InterruptedException {
        Transport transport = parts.transport();
        try (MessageWriter out = new MessageWriter(transport.memory())) {
            for (int i = like % stride; i < pieces.size(); i += stride) {
                parts.merging().write(pieces.get(i), out);
            }
            transport.send(to, out.finish());
        }
    }

    /** Receives every {@code stride}-th piece, among them that of the rank {@code like}. */
    private static <T> void receive(
            Parts<T> parts, int from, List<T> pieces, int like, int stride, Taking<T> taking)
            throws IOException, InterruptedException {
        try (Message message = parts.transport().receive(from)) {
            DataInput in = message.open();
            for (int i = like % stride; i < pieces.size(); i += stride) {
                pieces.set(i, taking.take(pieces.get(i), in));
            }
        }
    }

    /** The second half of an all-reduce alone. */
    @Override
    public <T> List<T> allGather(Transport transport, Message own, Reading<T> reading)
            throws IOException, InterruptedException {
        return doubling.allGather(transport, own, reading);
    }
}
