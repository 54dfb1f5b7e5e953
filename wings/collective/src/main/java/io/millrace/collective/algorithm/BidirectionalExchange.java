package io.millrace.collective.algorithm;

import java.io.IOException;

/**
 * Recursive doubling: in step i, workers whose ranks differ in bit i exchange their data. After
 * log2(n) steps, all workers have everything, as in Chan et al., Collective communication: theory,
 * practice, and experience (2007).
 */
final class BidirectionalExchange extends CoreReduce {

    @Override
    <T> T inCore(Parts<T> parts, T own, int core) throws IOException, InterruptedException {
        int rank = parts.transport().rank();
        T all = own;
        for (int bit = 1; bit < core; bit <<= 1) {
            int partner = rank ^ bit;
            parts.send(partner, all);
            all = parts.combine(all, partner);
        }
        return all;
    }
}
