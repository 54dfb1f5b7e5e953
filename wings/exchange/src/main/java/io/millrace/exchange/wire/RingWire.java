package io.millrace.exchange.wire;

import io.millrace.exchange.frame.Incoming;
import io.millrace.exchange.frame.Outgoing;
import io.millrace.exchange.reactor.Polling;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.ring.RingFile;
import io.millrace.exchange.ring.RingReader;
import io.millrace.exchange.ring.RingWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * The bytes of a link as they go through memory that both workers map. The socket stays open: its
 * end is the sign that the other worker has ended, and a byte through it wakes the other worker's
 * selector. Used by the reactor's handlers, by one thread at a time.
 */
final class RingWire implements Wire, Polling.Polled {

    /** How many portions of bytes are read before other links have their turn. */
    private static final int READS = 4;

    private final SocketChannel socket;
    private final Reactor reactor;
    private final RingWriter out;
    private final RingReader in;
    private final ByteBuffer call = ByteBuffer.allocateDirect(1);
    private final ByteBuffer calls = ByteBuffer.allocateDirect(64);

    /** Whether there are bytes to send that wait for room. */
    private boolean full;

    /** Whether the other has closed the socket; bytes that it has left can still be read. */
    private boolean ended;

    RingWire(SocketChannel socket, Reactor reactor, RingFile rings) {
        this.socket = socket;
        this.reactor = reactor;
        this.out = rings.out();
        this.in = rings.in();
    }

    @Override
    public void open(SelectionKey key) {
        reactor.poll(key, this);
    }

    @Override
    public boolean write(Outgoing from) throws IOException {
        boolean any = false;
        while (true) {
            ByteBuffer room = out.room();
            full = !room.hasRemaining();
            from.fill(room);
            if (room.position() == 0) {
                return any;
            }
            any = true;
            if (out.written(room.position())) {
                wake();
            }
        }
    }

    @Override
    public boolean isFlushed() {
        return true;
    }

    @Override
    public long read(Incoming to) throws IOException {
        long all = 0;
        for (int reads = 0; reads < READS && socket.isOpen(); reads++) {
            ByteBuffer bytes = in.bytes();
            int count = bytes.remaining();
            if (count == 0) {
                break;
            }
            all += count;
            to.read(bytes);
            if (in.read(count)) {
                wake();
            }
        }
        return all == 0 && ended ? -1 : all;
    }

    /** Takes the calls that have come: they have done their work. */
    @Override
    public void called() {
        try {
            int count = socket.read(calls.clear());
            ended |= count < 0;
        } catch (IOException e) {
            ended = true; // the other left without reading all calls
        }
    }

    private void wake() {
        try {
            socket.write(call.clear());
        } catch (IOException e) {
            // The other has ended, which the selector reports.
        }
    }

    @Override
    public boolean hasWork() {
        return in.hasBytes() || (full && out.hasRoom());
    }

    @Override
    public long rest(long millis) {
        return in.rest() && (!full || out.rest()) ? millis : 0;
    }

    @Override
    public void rise() {
        in.rise();
        out.rise();
    }

    @Override
    public void close() {
        // The mapping goes with its buffers.
    }
}
