package io.millrace.collective.algorithm;

import io.millrace.exchange.gang.Transport;
import java.io.IOException;

/**
 * An all-reduce for a power of two of workers, the core. Each worker beyond the largest power of
 * two first sends its data to one of the core, and receives the result at the end.
 */
abstract class CoreReduce implements Collective {

    @Override
    public final <T> T allReduce(Transport transport, T own, Merging<T> merging)
            throws IOException, InterruptedException {
        Parts<T> parts = new Parts<>(transport, merging);
        int rank = transport.rank();
        int core = Integer.highestOneBit(transport.size());
        if (rank >= core) {
            parts.send(rank - core, own);
            return parts.receiveOver(own, rank - core);
        }
        boolean doubled = rank + core < transport.size();
        T all = inCore(parts, doubled ? parts.combine(own, rank + core) : own, core);
        if (doubled) {
            parts.send(rank + core, all);
        }
        return all;
    }

    /** Combines the data of the first {@code core} workers; each of them gets the result. */
    abstract <T> T inCore(Parts<T> parts, T own, int core) throws IOException, InterruptedException;
}
