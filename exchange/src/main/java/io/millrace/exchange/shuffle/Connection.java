package io.millrace.exchange.shuffle;

import io.millrace.engine.plan.RunCompression;
import io.millrace.engine.task.AttemptId;
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
    private final List<Peer> peers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch broken = new CountDownLatch(1);

    /** The work of one of the threads; returns by an exception only. */
    @FunctionalInterface
    private interface Work {
        void run() throws GangBrokenException, InterruptedException;
    }

    Connection(Transport transport, PartReceiver receiver, RunCompression compression) {
        this.transport = transport;
        for (int rank = 0; rank < transport.size(); rank++) {
            Peer peer = new Peer(transport, rank, receiver, compression);
            peers.add(peer);
            threads.add(thread("millrace-receive-" + rank, peer::receiveAll));
            threads.add(thread("millrace-answer-" + rank, peer::answerAll));
        }
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

    /**
     * Sends the parts of a map output to these workers, and waits for their receipts.
     *
     * @param left the workers that do not have their part; those that have it are removed
     */
    void deliver(AttemptId attempt, BitSet left, OutputParts parts)
            throws IOException, InterruptedException {
        List<Integer> order = order(left);
        for (int rank : order) {
            peers.get(rank).send(attempt, parts);
        }
        for (int rank : order) {
            peers.get(rank).awaitReceipt(attempt);
            left.clear(rank);
        }
    }

    /** Each worker begins with the next one, so that not all send to the same. */
    private List<Integer> order(BitSet workers) {
        List<Integer> order = new ArrayList<>();
        for (int step = 1; step <= peers.size(); step++) {
            int rank = (transport.rank() + step) % peers.size();
            if (workers.get(rank)) {
                order.add(rank);
            }
        }
        return order;
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
