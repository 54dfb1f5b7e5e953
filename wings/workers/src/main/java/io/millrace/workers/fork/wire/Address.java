package io.millrace.workers.fork.wire;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * The address of the process that forked a JVM: a socket in a private directory or, if that is not
 * possible, a port of the loopback interface, to which all users of the machine can connect.
 *
 * @param socket the socket's path; empty for a port
 * @param port 0 for a socket
 */
public record Address(String socket, int port) implements Message {

    /**
     * Listens at a path or, if the path is too long or the system lacks named sockets, on a free
     * port.
     */
    public static ServerSocketChannel listen(Path socket) throws IOException {
        try {
            ServerSocketChannel named = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                return named.bind(UnixDomainSocketAddress.of(socket));
            } catch (IOException e) {
                named.close();
            }
        } catch (UnsupportedOperationException e) {
            // Older systems lack named sockets.
        }
        return ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** The address at which a socket listens. */
    public static Address of(ServerSocketChannel server) throws IOException {
        SocketAddress local = server.getLocalAddress();
        return local instanceof UnixDomainSocketAddress named
                ? new Address(named.getPath().toString(), 0)
                : new Address("", ((InetSocketAddress) local).getPort());
    }

    /** Connects to this address. */
    public SocketChannel connect() throws IOException {
        return SocketChannel.open(
                socket.isEmpty()
                        ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                        : UnixDomainSocketAddress.of(socket));
    }

    @Override
    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(socket);
        out.writeShort(port);
    }

    public static Address readFrom(DataInput in) throws IOException {
        return new Address(in.readUTF(), in.readUnsignedShort());
    }
}
