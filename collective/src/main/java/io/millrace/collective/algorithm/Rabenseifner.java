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
 * results. Rabenseifner's algorithm, as in Thakur, Rabenseifner and Gropp, Optimization of
 * collective communication operations in MPICH (2005).
 */
final class Rabenseifner extends CoreReduce {

    private final BidirectionalExchange doubling = new BidirectionalExchange();

    @Override
    <T> T inCore(Parts<T> parts, T own, int core) throws IOException, InterruptedException {
        if (core == 1) {
            return own;
        }
        T piece = halve(parts, new ArrayList<>(parts.merging().split(own, core)));
        Transport transport = parts.transport();
        try (Gathering gathering = new Gathering(transport, parts.message(piece))) {
            Gathering.Pieces all =
                    doubling.inCore(new Parts<>(transport, gathering), gathering.own(), core);
            return parts.merging().join(gathering.read(all, parts.merging()::read));
        }
    }

    /**
     * In each step, workers half as far from each other as before exchange halves of their pieces:
     * each keeps the half with the piece of its rank. Returns that piece, combined.
     */
    private static <T> T halve(Parts<T> parts, List<T> pieces)
            throws IOException, InterruptedException {
        int rank = parts.transport().rank();
        List<T> kept = pieces;
        for (int distance = pieces.size() / 2; distance > 0; distance /= 2) {
            List<T> low = kept.subList(0, distance);
            List<T> high = kept.subList(distance, 2 * distance);
            boolean keepsLow = (rank & distance) == 0;
            int partner = rank ^ distance;
            parts.transport().send(partner, message(parts, keepsLow ? high : low));
            kept = keepsLow ? low : high;
            combine(parts, kept, partner);
        }
        return kept.get(0);
    }

    private static <T> Message message(Parts<T> parts, List<T> pieces) throws IOException {
        try (MessageWriter out = new MessageWriter(parts.transport().memory())) {
            for (T piece : pieces) {
                parts.merging().write(piece, out);
            }
            return out.finish();
        }
    }

    private static <T> void combine(Parts<T> parts, List<T> own, int from)
            throws IOException, InterruptedException {
        Merging<T> merging = parts.merging();
        try (Message message = parts.transport().receive(from)) {
            DataInput in = message.open();
            for (int i = 0; i < own.size(); i++) {
                own.set(i, merging.combine(own.get(i), merging.read(in)));
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
