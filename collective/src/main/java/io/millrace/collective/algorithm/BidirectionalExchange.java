package io.millrace.collective.algorithm;

import io.millrace.exchange.gang.Transport;
import java.io.IOException;

/**
 * Recursive doubling: in step i, workers whose ranks differ in bit i exchange their data. After
 * log2(n) steps, all workers have everything, as in Chan et al., Collective communication: theory,
 * practice, and experience (2007). Each worker beyond the largest power of two first sends its data
 * to one below it, and receives the result at the end.
 */
final class BidirectionalExchange implements Collective {

    @Override
    public <T> T allReduce(Transport transport, T own, Merging<T> merging)
            throws IOException, InterruptedException {
        Parts<T> parts = new Parts<>(transport, merging);
        int rank = transport.rank();
        int core = Integer.highestOneBit(transport.size());
        if (rank >= core) {
            parts.send(rank - core, own);
            return parts.receive(rank - core);
        }
        boolean doubled = rank + core < transport.size();
        T all = doubled ? merging.combine(own, parts.receive(rank + core)) : own;
        for (int bit = 1; bit < core; bit <<= 1) {
            int partner = rank ^ bit;
            parts.send(partner, all);
            all = merging.combine(all, parts.receive(partner));
        }
        if (doubled) {
            parts.send(rank + core, all);
        }
        return all;
    }
}
