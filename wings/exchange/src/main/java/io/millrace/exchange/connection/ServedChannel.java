package io.millrace.exchange.connection;

import io.millrace.exchange.connection.MessageChannel.Receiver;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.tls.TlsChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose messages a reactor moves. Any thread may call {@link #send} and {@link
 * #close}; the rest runs as the reactor's tasks and handlers, one at a time.
 */
final class ServedChannel implements Reactor.Handler {

    private final SocketChannel socket;
    private final ByteChannel channel;
    private final MessageReader reader;
    private final Reactor reactor;
    private final Receiver receiver;
    private final Deque<ByteBuffer> outgoing = new ArrayDeque<>();

    /** Null before {@link #open} has run. */
    private @Nullable SelectionKey key;

    private boolean ended;

    /**
     * A connection that nobody reads yet.
     *
     * @param socket does not block
     * @param channel reads and writes its bytes, and encrypts them if TLS does
     */
    ServedChannel(
            SocketChannel socket,
            ByteChannel channel,
            MessageReader reader,
            Reactor reactor,
            Receiver receiver) {
        this.socket = socket;
        this.channel = channel;
        this.reader = reader;
        this.reactor = reactor;
        this.receiver = receiver;
    }

    /** Begins to read: also what TLS has received with its handshake, which no selector reports. */
    void open() {
        execute(() -> {
            key = reactor.add(socket, SelectionKey.OP_READ, this);
            read();
        });
    }

    void send(ByteBuffer message) {
        execute(() -> {
            outgoing.add(message);
            write();
        });
    }

    void close() {
        reactor.submit(() -> lost(new IOException("this process closed the connection")));
    }

    /** The work of a task, unless the connection has ended. */
    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    private void execute(Step step) {
        reactor.submit(() -> {
            try {
                if (!ended) {
                    step.run();
                }
            } catch (IOException | RuntimeException e) {
                lost(e instanceof IOException io ? io : new IOException("internal error: " + e, e));
            }
        });
    }

    @Override
    public void ready(SelectionKey ready) throws IOException {
        if (ready.isWritable()) {
            write();
        }
        if (ready.isValid() && ready.isReadable()) {
            read();
        }
    }

    private void write() throws IOException {
        boolean room = true;
        while (room && !outgoing.isEmpty()) {
            ByteBuffer next = outgoing.element();
            channel.write(next);
            room = !next.hasRemaining();
            if (room) {
                outgoing.remove();
            }
        }
        boolean all = room && (!(channel instanceof TlsChannel tls) || tls.flush());
        if (key != null && key.isValid()) {
            key.interestOps(SelectionKey.OP_READ | (all ? 0 : SelectionKey.OP_WRITE));
        }
    }

    private void read() throws IOException {
        for (byte[] next = reader.read(channel);
                next != null;
                next = ended ? null : reader.read(channel)) {
            receiver.received(MessageChannel.message(next));
        }
    }

    @Override
    public void tick(long now) throws IOException {
        receiver.tick(now);
    }

    @Override
    public void lost(IOException why) {
        if (!ended) {
            ended = true;
            Reactor.close(socket);
            outgoing.clear();
            receiver.lost(why);
        }
    }
}
