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

/** This worker's exchange with all workers, itself included, until the gang breaks. Thread-safe. */
final class Connection {

    private final Transport transport;
    private final SendOrder order;
    private final List<Peer> peers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch broken = new CountDownLatch(1);

    /** The work of one of the threads; returns by an exception only. */
    @FunctionalInterface
    private interface Work {
        void run() throws GangBrokenException, InterruptedException;
    }

    Connection(Transport transport, PartReceiver receiver, ExchangeTerms terms) {
        this.transport = transport;
        this.order = order(terms.algorithm(), transport);
        Relay relay = new Relay(transport.rank(), receiver, peers);
        for (int rank = 0; rank < transport.size(); rank++) {
            Peer peer = new Peer(transport, rank, relay, terms.compression());
            peers.add(peer);
            threads.add(thread("millrace-receive-" + rank, peer::receiveAll));
            threads.add(thread("millrace-answer-" + rank, peer::answerAll));
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
        threads.forEach(Thread::start);
    }

    private Thread thread(String name, Work work) {
        return Threads.create(
                name,
                () -> {
                    try {
                        work.run();
                    } catch (GangBrokenException e) {
                        breakUp(e);
                    } catch (InterruptedException e) {
                        breakUp(new GangBrokenException("the exchange has ended"));
                    }
                });
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
        threads.forEach(Thread::interrupt);
        threads.forEach(Threads::join);
        transport.close();
    }
}
