package io.millrace.exchange.tcp;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.exchange.frame.FrameHeader;
import io.millrace.exchange.frame.FrameHeader.Kind;
import io.millrace.exchange.frame.FrameMaker;
import io.millrace.exchange.frame.Incoming;
import io.millrace.exchange.frame.Outgoing;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageIntake;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.wire.Wire;
import io.millrace.exchange.wire.Wires;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/** A worker's connection with one other worker in an epoch. Used by one thread at a time. */
final class Link implements Reactor.Handler, Incoming.Events {

    /** How long a link may be silent before it sends a sign of life. */
    private static final long PING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int peer;
    private final SocketChannel channel;
    private final Reactor reactor;
    private final Inbox inbox;
    private final MemoryTaker taker;
    private final MemoryAccount memory;
    private final long silenceNanos;
    private final Outgoing outgoing;
    private final Incoming incoming;
    private Wire wire;
    private long lastSent = System.nanoTime();
    private long lastReceived = lastSent;

    /** Messages of the other that the taker takes memory for. */
    private int untaken;

    /** Messages of the other that were taken, which it does not know yet. */
    private int owed;

    private boolean peerSaidGoodbye;
    private boolean closed;

    /**
     * A link.
     *
     * @param wires makes the wire of its bytes
     * @param silenceNanos how long the other may be silent before it counts as lost
     */
    Link(
            int peer,
            SocketChannel channel,
            Reactor reactor,
            Inbox inbox,
            MemoryTaker taker,
            MemoryAccount memory,
            FrameMaker frames,
            Wires wires,
            long silenceNanos) {
        this.peer = peer;
        this.channel = channel;
        this.reactor = reactor;
        this.inbox = inbox;
        this.taker = taker;
        this.memory = memory;
        this.silenceNanos = silenceNanos;
        this.outgoing = new Outgoing(frames);
        this.incoming = new Incoming(frames.gang(), frames.epoch(), peer, this);
        // Workers call those of lower ranks.
        this.wire = wires.begin(channel, frames.sender() < peer, this::use);
    }

    /** Begins to read. */
    void open() {
        try {
            wire.open(reactor.add(channel, SelectionKey.OP_READ, this));
        } catch (IOException e) {
            lost(e);
        }
    }

    /** Uses another wire, which the other side uses as well from now on. */
    private void use(Wire next) {
        wire = next;
        flush();
    }

    /** Sends a message, which it owns from now on. */
    void send(Message message) {
        if (closed) {
            message.close();
            return;
        }
        credit();
        outgoing.add(message);
        flush();
    }

    /**
     * Notes that one of the other's messages was taken. The other learns it with the next message,
     * or when it may send only half as many as usual.
     */
    void taken() {
        owed++;
        if (owed == FrameHeader.CREDITS / 2 && !closed) {
            credit();
            flush();
        }
    }

    private void credit() {
        for (; owed > 0; owed--) {
            outgoing.add(Kind.TAKEN);
        }
    }

    private void signalTo(Kind kind) {
        if (!closed) {
            outgoing.add(kind);
            flush();
        }
    }

    /** Says goodbye once all messages are sent. */
    void goodbye(Kind kind) {
        if (!closed) {
            outgoing.goodbye(kind);
            flush();
        }
    }

    /** Whether it has said goodbye, or cannot. */
    boolean isOver() {
        return closed || isOut();
    }

    /** Whether the other has said goodbye as well, or cannot. */
    boolean isOverOnBothSides() {
        return closed || (isOut() && peerSaidGoodbye);
    }

    /** Whether everything will arrive without this worker, the goodbye included. */
    private boolean isOut() {
        return outgoing.isOver() && wire.isFlushed();
    }

    /** Sends what can be sent without waiting; a failure loses the link. */
    private void flush() {
        try {
            write();
        } catch (IOException e) {
            lost(e);
        }
    }

    private void write() throws IOException {
        if (wire.write(outgoing)) {
            lastSent = System.nanoTime();
        }
        report();
    }

    /** Wakes a worker that waits until everything is out. */
    private void report() {
        if (isOut()) {
            inbox.changed();
        }
    }

    @Override
    public void ready(SelectionKey ready) throws IOException {
        if (ready.isWritable()) {
            write();
        }
        if (ready.isValid() && ready.isReadable()) {
            wire.called();
            read();
            report();
        }
    }

    @Override
    public void work() throws IOException {
        write();
        read();
    }

    private void read() throws IOException {
        long count = wire.read(incoming);
        if (count > 0) {
            lastReceived = System.nanoTime();
        } else if (count < 0) {
            ended();
        }
    }

    /** The other has closed the connection, which it may do once it has said goodbye. */
    private void ended() throws IOException {
        if (!peerSaidGoodbye) {
            throw new EOFException("its connection ended");
        }
        close();
        inbox.changed();
    }

    @Override
    public MessageIntake atOnce(int length) {
        return MessageIntake.isSmall(length)
                ? MessageIntake.small(length)
                : MessageIntake.takeAtOnce(memory, length);
    }

    @Override
    public void announced(Incoming.Expected message) {
        MessageIntake spare =
                untaken == 0 ? MessageIntake.takeSpare(memory, message.length()) : null;
        if (spare != null) {
            grant(message, spare);
            return;
        }
        untaken++; // those that are announced later must not be granted first
        taker.take(
                message.length(),
                intake ->
                        reactor.execute(() -> {
                            untaken--;
                            grant(message, intake);
                        }),
                failure -> reactor.execute(() -> lost(noMemory(message, failure))));
    }

    private static IOException noMemory(Incoming.Expected message, OutOfMemoryError failure) {
        return new IOException(
                "a message of "
                        + message.length()
                        + " bytes does not fit into the heap of this process ("
                        + failure.getMessage()
                        + "); raise -Xmx",
                failure);
    }

    /** There is memory for a message that was announced. */
    private void grant(Incoming.Expected message, MessageIntake intake) {
        if (closed) {
            intake.close();
            return;
        }
        incoming.granted(message, intake);
        signalTo(Kind.GRANT);
    }

    @Override
    public void arrived(Message message) {
        inbox.arrived(peer, message);
    }

    @Override
    public void signal(Kind kind) throws IOException {
        switch (kind) {
            case GRANT -> {
                if (!outgoing.granted()) {
                    throw new IOException("it granted what was not announced");
                }
                flush();
            }
            case TAKEN -> {
                Message posted = inbox.credited(peer);
                if (posted != null) {
                    send(posted);
                }
            }
            case BYE -> {
                peerSaidGoodbye = true;
                inbox.finished(peer);
            }
            case LEFT -> {
                peerSaidGoodbye = true;
                inbox.end("worker " + peer + " has left");
            }
            default -> {} // a sign of life
        }
    }

    @Override
    public void tick(long now) throws IOException {
        if (!peerSaidGoodbye && now - lastReceived > silenceNanos) {
            throw new IOException(
                    "it was silent for " + TimeUnit.NANOSECONDS.toSeconds(silenceNanos) + " s");
        }
        if (now - lastSent > PING_NANOS && !outgoing.isOver()) {
            outgoing.ping();
            flush();
        }
    }

    @Override
    public void lost(IOException why) {
        if (!closed) {
            inbox.end("worker " + peer + " is lost: " + why.getMessage());
        }
        close();
    }

    /** Closes the connection, and gives back all memory. Idempotent. */
    void close() {
        closed = true;
        Reactor.close(channel);
        wire.close();
        outgoing.discard();
        incoming.discard();
    }
}
