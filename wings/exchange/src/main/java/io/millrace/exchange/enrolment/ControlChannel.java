package io.millrace.exchange.enrolment;

import io.millrace.exchange.reactor.Reactor;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A connection between a worker and the coordinator, in blocks: a length of four bytes, and as many
 * bytes. Used by the reactor's handlers, by one thread at a time.
 */
final class ControlChannel implements Reactor.Handler {

    /** Enough for the addresses of thousands of workers. */
    private static final int MAX_BLOCK = 1 << 20;

    private final SocketChannel channel;
    private final Receiver receiver;
    private final Deque<ByteBuffer> outgoing = new ArrayDeque<>();
    private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
    private @Nullable ByteBuffer block;
    private @Nullable SelectionKey key;

    /** Receives blocks. */
    interface Receiver {

        void received(byte[] block) throws IOException;

        void lost(IOException why);
    }

    ControlChannel(SocketChannel channel, Receiver receiver) {
        this.channel = channel;
        this.receiver = receiver;
    }

    /** Begins to read. */
    void open(Reactor reactor) throws IOException {
        key = reactor.add(channel, SelectionKey.OP_READ, this);
    }

    /** Sends a block; a connection that fails says so to its receiver. */
    void send(byte[] bytes) {
        outgoing.add(
                ByteBuffer.allocate(Integer.BYTES + bytes.length)
                        .putInt(bytes.length)
                        .put(bytes)
                        .flip());
        if (key != null && key.isValid()) {
            key.interestOpsOr(SelectionKey.OP_WRITE);
        }
    }

    @Override
    public void ready(SelectionKey ready) throws IOException {
        if (ready.isWritable()) {
            write(ready);
        }
        if (ready.isValid() && ready.isReadable()) {
            read();
        }
    }

    private void write(SelectionKey ready) throws IOException {
        for (ByteBuffer next = outgoing.peek(); next != null; next = outgoing.peek()) {
            channel.write(next);
            if (next.hasRemaining()) {
                return;
            }
            outgoing.remove();
        }
        ready.interestOps(SelectionKey.OP_READ);
    }

    private void read() throws IOException {
        while (channel.isOpen()) {
            ByteBuffer body = block;
            ByteBuffer target = body == null ? length : body;
            int count = channel.read(target);
            if (count < 0) {
                throw new EOFException("the connection ended");
            }
            if (target.hasRemaining()) {
                return;
            }
            if (body == null) {
                block = ByteBuffer.allocate(bodyLength());
            } else {
                block = null;
                byte[] bytes = new byte[body.flip().remaining()];
                body.get(bytes);
                receiver.received(bytes);
            }
        }
    }

    private int bodyLength() throws IOException {
        int bytes = length.flip().getInt();
        length.clear();
        if (bytes <= 0 || bytes > MAX_BLOCK) {
            throw new IOException("a block of " + bytes + " bytes was announced");
        }
        return bytes;
    }

    @Override
    public void lost(IOException why) {
        receiver.lost(why);
    }

    /** Ends the connection without telling the receiver. */
    void close() {
        Reactor.close(channel);
    }
}
