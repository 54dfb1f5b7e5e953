package io.millrace.exchange.orders;

import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.tls.TlsChannel;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;

/**
 * The connection between a worker and the process that runs its job, in blocking mode.
 *
 * @param socket the connection itself
 * @param bytes reads and writes its bytes, and encrypts them if the gang does
 */
public record OrdersChannel(SocketChannel socket, ByteChannel bytes) implements Closeable {

    /** The address of the other side. */
    public SocketAddress address() throws IOException {
        return socket.getRemoteAddress();
    }

    /** Its messages; a failure of one ends the connection. */
    public MessageChannel messages() throws IOException {
        return bytes instanceof TlsChannel tls
                ? new MessageChannel(tls)
                : new MessageChannel(socket);
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
