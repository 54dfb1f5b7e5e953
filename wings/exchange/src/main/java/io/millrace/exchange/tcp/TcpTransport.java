package io.millrace.exchange.tcp;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.exchange.enrolment.Table;
import io.millrace.exchange.frame.FrameHeader.Kind;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.wire.Wires;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker's links with all others in one epoch. The worker's thread sends and receives, and moves
 * the bytes while it waits; the reactor's thread moves them otherwise. A third one takes memory for
 * messages if others may have to spill for it.
 */
final class TcpTransport implements Transport {

    /** How long a worker that leaves waits until the others have what it has sent. */
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final int rank;
    private final GangMember worker;
    private final Table table;
    private final Reactor reactor;
    private final MemoryTaker taker;
    private final Inbox inbox;

    /** Makes the wires of the links. */
    private final Wires wires;

    /** By rank; null for the worker itself. */
    private final List<@Nullable Link> links = new ArrayList<>();

    TcpTransport(int rank, GangMember worker, Table table, Wires wires) {
        this.rank = rank;
        this.worker = worker;
        this.table = table;
        this.reactor = wires.reactor();
        this.wires = wires;
        this.taker = new MemoryTaker(worker.memory());
        this.inbox = new Inbox(worker.size());
    }

    /** The state that links report to. */
    Inbox inbox() {
        return inbox;
    }

    /** The source of memory for messages that arrive. */
    MemoryTaker taker() {
        return taker;
    }

    /** Begins to read from the links, which are given by rank. */
    void open(List<@Nullable Link> those) {
        links.addAll(those);
        reactor.call(() -> forLinks(Link::open));
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return worker.size();
    }

    @Override
    public String machine(int other) {
        return table.addresses().get(other).host();
    }

    @Override
    public MemoryAccount memory() {
        return worker.memory();
    }

    @Override
    public void send(int to, Message message) throws GangBrokenException, InterruptedException {
        boolean sent = false;
        try {
            sent = inbox.takeCredit(to) || await(waiting -> inbox.awaitCredit(to, waiting));
            if (!sent) {
                throw broken();
            }
        } finally {
            if (!sent) {
                message.close();
            }
        }
        deliver(to, message);
    }

    /** Sends a message for which there is room. */
    private void deliver(int to, Message message) {
        Link link = links.get(to);
        if (link == null) {
            reactor.execute(() -> inbox.arrived(to, message));
        } else {
            reactor.execute(() -> link.send(message));
        }
    }

    @Override
    public void post(int to, Message message) {
        if (inbox.post(to, message)) {
            deliver(to, message);
        }
    }

    @Override
    public void whenArrived(IntConsumer listener) {
        inbox.whenArrived(listener);
    }

    @Override
    public Message receive(int from) throws GangBrokenException, InterruptedException {
        Message next = inbox.poll(from);
        if (next == null) {
            next = await(waiting -> new Arrived(inbox.awaitMessage(from, waiting))).message();
        }
        if (next == null) {
            throw broken();
        }
        Link link = links.get(from);
        if (link == null) {
            Message posted = inbox.credited(from);
            if (posted != null) {
                deliver(from, posted);
            }
        } else {
            reactor.execute(link::taken);
        }
        return next;
    }

    /** A wait for a change of the mail. */
    @FunctionalInterface
    private interface Wait<T> {
        T as(Inbox.Waiting waiting) throws InterruptedException;
    }

    private <T> T await(Wait<T> wait) throws InterruptedException {
        return worker.waitPolicy()
                .pass(() -> {
                    try (Reactor.Guest guest = reactor.guest(worker.waitPolicy())) {
                        return wait.as(seen -> await(guest, seen));
                    }
                });
    }

    /** Waits for a change of the mail, which comes out of bytes that are moved. */
    private void await(Reactor.Guest guest, long seen) throws InterruptedException {
        if (guest.moves()) {
            guest.move(() -> inbox.changes() == seen);
        } else {
            inbox.await(seen, worker.waitPolicy());
        }
    }

    /** The message for a waiting worker; null if the wait has ended. */
    private record Arrived(@Nullable Message message) {}

    private GangBrokenException broken() {
        return new GangBrokenException("worker " + rank + " cannot continue: " + inbox.why());
    }

    @Override
    public void leave() {
        breakUp("worker " + rank + " has left");
    }

    /** Ends the epoch for this worker, and for the others once they have what it has sent. */
    void breakUp(String why) {
        inbox.end(why);
        reactor.execute(() -> forLinks(link -> link.goodbye(Kind.LEFT)));
    }

    /**
     * Waits until the others have what this worker has sent, and closes the links. If the loop has
     * ended for all, it also waits for what the others have sent: a process that ends with unread
     * bytes would destroy sent ones.
     */
    @Override
    public void close() {
        reactor.execute(() -> forLinks(link -> link.goodbye(Kind.BYE)));
        long deadline = System.nanoTime() + CLOSE_NANOS;
        try (Reactor.Guest guest = reactor.guest(worker.waitPolicy())) {
            long seen = inbox.changes();
            while (!isOver() && System.nanoTime() - deadline < 0) {
                await(guest, seen);
                seen = inbox.changes();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller ends this worker without waiting
        }
        taker.close();
        reactor.call(this::closeLinks);
        inbox.end("worker " + rank + " has ended");
        inbox.discard();
    }

    private void closeLinks() {
        forLinks(Link::close);
        wires.close();
    }

    private boolean isOver() {
        boolean broken = inbox.hasEnded();
        AtomicBoolean over = new AtomicBoolean(true);
        reactor.call(() ->
                forLinks(link -> {
                    if (!(broken ? link.isOver() : link.isOverOnBothSides())) {
                        over.set(false);
                    }
                }));
        return over.get();
    }

    private void forLinks(Consumer<Link> call) {
        for (Link link : links) {
            if (link != null) {
                call.accept(link);
            }
        }
    }
}
