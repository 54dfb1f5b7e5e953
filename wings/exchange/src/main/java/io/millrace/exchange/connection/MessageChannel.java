package io.millrace.exchange.connection;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.tls.TlsChannel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One end of the connection: whole messages, each preceded by its length. Any thread may send. At
 * first one thread receives, and both wait; an interrupt of either closes the connection, as with
 * channels: the process is then no longer needed. Once a reactor serves it ({@link #serve}), nobody
 * waits.
 */
public final class MessageChannel implements Closeable {

    private static final int LONGEST_MESSAGE = 1 << 30;

    private final ByteChannel channel;
    private final SocketChannel socket;
    private final MessageReader reader = new MessageReader(LONGEST_MESSAGE);
    private final Object sending = new Object();

    /** Null before a reactor serves the connection. */
    @GuardedBy("sending")
    private @Nullable ServedChannel served;

    /** Takes what comes, between the calls of other handlers of the reactor. Must not wait. */
    public interface Receiver {

        /** A message has come; a failure ends the connection. */
        void received(DataInputStream message) throws IOException;

        /** Called several times a second, with {@link System#nanoTime}. */
        default void tick(long now) throws IOException {}

        /** The connection has ended, whichever end has closed it. Called once. */
        void lost(IOException why);
    }

    /** Takes over a connected channel, in blocking mode. */
    public MessageChannel(SocketChannel socket) throws IOException {
        this(socket, socket);
    }

    /** Takes over a connection that TLS encrypts, in blocking mode, after the handshake. */
    public MessageChannel(TlsChannel channel) throws IOException {
        this(channel, channel.socket());
    }

    private MessageChannel(ByteChannel channel, SocketChannel socket) throws IOException {
        this.channel = channel;
        this.socket = socket;
        if (socket.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
    }

    /** Sends a message and returns when it is written or, of a served connection, will be. */
    public void send(Sendable message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0);
        message.writeTo(out);
        ByteBuffer whole = ByteBuffer.wrap(bytes.toByteArray());
        whole.putInt(0, whole.capacity() - Integer.BYTES);
        send(whole);
    }

    private void send(ByteBuffer whole) throws IOException {
        ServedChannel handler;
        synchronized (sending) {
            handler = served;
            while (handler == null && whole.hasRemaining()) {
                channel.write(whole);
            }
        }
        if (handler != null) {
            handler.send(whole);
        }
    }

    /**
     * Waits for the next message.
     *
     * @throws EOFException if the other end has closed the connection
     */
    public DataInputStream receive() throws IOException {
        return message(Objects.requireNonNull(reader.read(channel), "the channel does not wait"));
    }

    static DataInputStream message(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    /** Has a reactor move the bytes from now on. No thread may be receiving. */
    public void serve(Reactor reactor, Receiver receiver) throws IOException {
        ServedChannel handler = new ServedChannel(socket, channel, reader, reactor, receiver);
        synchronized (sending) {
            socket.configureBlocking(false);
            served = handler;
        }
        handler.open();
    }

    /** Number of arrivals so far: it grows while the other process lives and sends something. */
    public long arrivals() {
        return reader.arrivals();
    }

    public boolean isOpen() {
        return channel.isOpen();
    }

    /** Ends the connection; the receiver of a served one gets {@link Receiver#lost}. */
    @Override
    public void close() throws IOException {
        ServedChannel handler;
        synchronized (sending) {
            handler = served;
        }
        if (handler == null) {
            channel.close();
        } else {
            handler.close();
        }
    }
}
