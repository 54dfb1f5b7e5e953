package io.millrace.exchange.wire;

import io.millrace.exchange.frame.FrameHeader;
import io.millrace.exchange.frame.Incoming;
import io.millrace.exchange.frame.Outgoing;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.tls.TlsChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a link as they go through its socket, encrypted. Frames wait for the handshake. Used
 * by the reactor's handlers, by one thread at a time.
 */
final class TlsWire implements Wire {

    /** Room for a message that is sent at once, and for the headers before it. */
    private static final int BUFFER_BYTES = FrameHeader.AT_ONCE_BYTES + 8 * FrameHeader.BYTES;

    /** How often bytes are read before other links have their turn. */
    private static final int READS = 16;

    private final TlsChannel channel;
    private final Reactor reactor;
    private @Nullable SelectionKey key;

    /** Whether the handshake is over. */
    private boolean secured;

    /** Bytes between position and limit are to be encrypted. */
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();

    TlsWire(TlsChannel channel, Reactor reactor) {
        this.channel = channel;
        this.reactor = reactor;
    }

    @Override
    public void open(SelectionKey its) throws IOException {
        key = its;
        shakeHands();
    }

    /**
     * Continues the handshake. Only calls for reading do: bytes that follow it may have been
     * received with it, and no selector would report them again.
     */
    private void shakeHands() throws IOException {
        secured = channel.handshake();
        callMe(secured || !channel.isFlushed()); // frames may wait
    }

    /** Asks for a call when the socket can be read, and perhaps when it can be written. */
    private void callMe(boolean toWrite) {
        if (key != null && key.isValid()) {
            key.interestOps(SelectionKey.OP_READ | (toWrite ? SelectionKey.OP_WRITE : 0));
        }
    }

    @Override
    public boolean write(Outgoing from) throws IOException {
        boolean any = false;
        boolean more = secured;
        while (more) {
            if (!outgoing.hasRemaining()) {
                from.fill(outgoing.clear());
                outgoing.flip();
            }
            more = outgoing.hasRemaining();
            if (more) {
                channel.write(outgoing);
                any = true;
                more = !outgoing.hasRemaining();
            }
        }
        channel.flush();
        callMe(!isFlushed());
        return any;
    }

    @Override
    public boolean isFlushed() {
        return !outgoing.hasRemaining() && channel.isFlushed();
    }

    @Override
    public long read(Incoming to) throws IOException {
        if (!secured) {
            shakeHands();
        }
        long all = 0;
        for (int reads = 0; secured && reads < READS && channel.isOpen(); reads++) {
            ByteBuffer bytes = reactor.incoming();
            int count = channel.read(bytes);
            if (count < 0) {
                return all == 0 ? count : all;
            }
            if (count == 0) {
                break;
            }
            all += count;
            to.read(bytes.flip());
        }
        return all;
    }

    @Override
    public void close() {
        // It has nothing else.
    }
}
