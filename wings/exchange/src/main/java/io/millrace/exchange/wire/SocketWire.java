package io.millrace.exchange.wire;

import io.millrace.exchange.frame.FrameHeader;
import io.millrace.exchange.frame.Incoming;
import io.millrace.exchange.frame.Outgoing;
import io.millrace.exchange.reactor.Reactor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a link as they go through its socket. Used by the reactor's handlers, by one thread
 * at a time.
 */
final class SocketWire implements Wire {

    /** Room for a message that is sent at once, and for the headers before it. */
    private static final int BUFFER_BYTES = FrameHeader.AT_ONCE_BYTES + 8 * FrameHeader.BYTES;

    /** How many buffers of bytes are read before other links have their turn. */
    private static final int READS = 4;

    private final SocketChannel channel;
    private final Reactor reactor;
    private @Nullable SelectionKey key;

    /** Bytes between position and limit are to be sent. */
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();

    SocketWire(SocketChannel channel, Reactor reactor) {
        this.channel = channel;
        this.reactor = reactor;
    }

    @Override
    public void open(SelectionKey its) {
        key = its;
    }

    @Override
    public boolean write(Outgoing from) throws IOException {
        boolean any = false;
        boolean more = true;
        while (more) {
            if (!outgoing.hasRemaining()) {
                from.fill(outgoing.clear());
                outgoing.flip();
            }
            if (!outgoing.hasRemaining()) {
                break;
            }
            channel.write(outgoing);
            any = true;
            more = !outgoing.hasRemaining();
        }
        if (key != null && key.isValid()) {
            key.interestOps(SelectionKey.OP_READ | (more ? 0 : SelectionKey.OP_WRITE));
        }
        return any;
    }

    @Override
    public boolean isFlushed() {
        return !outgoing.hasRemaining();
    }

    @Override
    public long read(Incoming to) throws IOException {
        long all = 0;
        for (int reads = 0; reads < READS && channel.isOpen(); reads++) {
            ByteBuffer bytes = reactor.incoming();
            int count = channel.read(bytes);
            if (count < 0) {
                return all == 0 ? count : all;
            }
            boolean last = bytes.hasRemaining();
            all += count;
            to.read(bytes.flip());
            if (last) {
                break;
            }
        }
        return all;
    }

    @Override
    public void close() {
        // It has nothing else.
    }
}
