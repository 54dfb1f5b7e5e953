package io.millrace.exchange.wire;

import io.millrace.exchange.frame.FrameHeader;
import io.millrace.exchange.frame.Incoming;
import io.millrace.exchange.frame.Outgoing;
import io.millrace.exchange.reactor.Polling;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.ucx.UcxEndpoint;
import io.millrace.exchange.ucx.UcxException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * The bytes of a link as they go through a stream of UCX. The socket stays open: its end is the
 * sign that the other worker has ended, and signals through it wake the other worker's selector
 * ({@link Doorbell}). Used by the reactor's handlers, by one thread at a time.
 */
final class UcxWire implements Wire, Polling.Polled {

    /** Room for a message that is sent at once, and for the headers before it. */
    private static final int BUFFER_BYTES = FrameHeader.AT_ONCE_BYTES + 8 * FrameHeader.BYTES;

    /** How many bytes are read before other links have their turn. */
    private static final int READ_BYTES = 4 * BUFFER_BYTES;

    /** How often bytes on their way out are looked at before the looks are a millisecond apart. */
    private static final int LOOKS = 50;

    private final SocketChannel socket;
    private final Reactor reactor;
    private final UcxEndpoint endpoint;
    private final Doorbell doorbell;

    /** Whether there are bytes to send that wait for room. */
    private boolean full;

    /** How often nothing has happened while bytes were on their way out. */
    private int waits;

    UcxWire(SocketChannel socket, Reactor reactor, UcxEndpoint endpoint) {
        this.socket = socket;
        this.reactor = reactor;
        this.endpoint = endpoint;
        this.doorbell = new Doorbell(socket);
    }

    @Override
    public void open(SelectionKey key) {
        endpoint.allocate(BUFFER_BYTES);
        reactor.poll(key, this);
    }

    @Override
    public boolean write(Outgoing from) throws IOException {
        long count = send(from);
        if (count > 0) {
            waits = 0;
            doorbell.sent(count);
        }
        if (from.isOver() && !full) {
            doorbell.ask();
        }
        return count > 0;
    }

    private long send(Outgoing from) throws IOException {
        long count = 0;
        try {
            while (true) {
                full = !endpoint.hasRoom();
                if (full) {
                    return count;
                }
                ByteBuffer room = endpoint.room();
                from.fill(room);
                if (room.position() == 0) {
                    return count;
                }
                count += room.position();
                endpoint.send();
            }
        } catch (UcxException e) {
            full = false;
            check(e);
            return count;
        }
    }

    /** A failure after the other's last byte is its end. */
    private void check(UcxException failure) throws UcxException {
        if (!doorbell.hasAll() && !doorbell.hasEnded()) {
            throw failure;
        }
    }

    @Override
    public boolean isFlushed() {
        return doorbell.isConfirmed();
    }

    @Override
    public long read(Incoming to) throws IOException {
        long all = 0;
        while (all < READ_BYTES && socket.isOpen() && endpoint.hasBytes()) {
            int count = receive(to);
            all += count;
            doorbell.received(count);
        }
        return all == 0 && doorbell.hasEnded() ? -1 : all;
    }

    private int receive(Incoming to) throws IOException {
        try {
            ByteBuffer bytes = endpoint.bytes();
            int count = bytes.remaining();
            to.read(bytes);
            return count;
        } catch (UcxException e) {
            check(e);
            return 0;
        } finally {
            endpoint.release();
        }
    }

    /** Takes the signals that have come. */
    @Override
    public void called() {
        doorbell.read();
    }

    @Override
    public boolean hasWork() {
        return endpoint.hasBytes() || (full && endpoint.hasRoom());
    }

    @Override
    public long rest(long millis) {
        if (hasWork()) {
            return 0;
        }
        if (!endpoint.isSending()) {
            waits = 0;
            doorbell.sleep();
            return millis;
        }
        waits++;
        return waits < LOOKS ? 0 : 1;
    }

    @Override
    public void rise() {
        // The other notices by the bytes that it gets.
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
