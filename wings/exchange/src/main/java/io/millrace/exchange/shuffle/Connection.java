package io.millrace.exchange.shuffle;

import io.millrace.exchange.config.ExchangeAlgorithm;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.Threads;
import io.millrace.exchange.gang.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** This worker's exchange with all workers, itself included, until the gang breaks. Thread-safe. */
final class Connection {

    /** How long a thread waits for the next part of any worker. */
    private static final long IDLE_SECONDS = 10;

    private final Transport transport;
    private final SendOrder order;
    private final List<Peer> peers = new ArrayList<>();
    private final List<Reception> receptions = new ArrayList<>();
    private final CountDownLatch broken = new CountDownLatch(1);

    /** Receive parts, as many at a time as workers send some. */
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(
                    0,
                    Integer.MAX_VALUE,
                    IDLE_SECONDS,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    work -> Threads.create("millrace-receive", work),
                    new ThreadPoolExecutor.DiscardPolicy()); // nothing is received at the end

    Connection(Transport transport, PartReceiver receiver, ExchangeTerms terms) {
        this.transport = transport;
        this.order = order(terms.algorithm(), transport);
        Relay relay = new Relay(transport.rank(), receiver, peers);
        for (int rank = 0; rank < transport.size(); rank++) {
            Peer peer = new Peer(transport, rank, relay, terms.compression());
            peers.add(peer);
            receptions.add(new Reception(peer::receive, threads, this::breakUp));
        }
    }

    private static SendOrder order(ExchangeAlgorithm algorithm, Transport transport) {
        return switch (algorithm) {
            case AUTO -> throw new IllegalArgumentException("the algorithm is to be chosen");
            case FULLY_CONNECTED -> new FullyConnected(transport.rank());
            case PAIRWISE -> new Pairwise(transport.rank(), transport.size());
            case HIERARCHICAL -> new Hierarchical(transport.rank(), Machines.of(transport));
        };
    }

    void start() {
        transport.whenArrived(from -> receptions.get(from).arrived());
    }

    private void breakUp(GangBrokenException why) {
        peers.forEach(peer -> peer.breakUp(why));
        broken.countDown();
    }

    /** See {@link SendOrder#deliver}. */
    void deliver(OutputBlock block, BitSet left, OutputParts parts)
            throws IOException, InterruptedException {
        order.deliver(peers, block, left, parts);
    }

    /** Waits until the gang breaks. */
    void awaitBreak() throws InterruptedException {
        broken.await();
    }

    /** Leaves the gang and ends the threads. */
    void close() {
        breakUp(new GangBrokenException("worker " + transport.rank() + " has left"));
        transport.leave();
        threads.shutdownNow();
        Threads.awaitEnd(threads);
        transport.close();
    }
}
