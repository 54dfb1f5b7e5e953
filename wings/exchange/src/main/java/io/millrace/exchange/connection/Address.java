package io.millrace.exchange.connection;

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
 * Where a process listens: a port of a host, or a named socket of this machine.
 *
 * @param host a name or an address that callers can reach; of a named socket, its path
 * @param port {@value #NAMED_SOCKET} for a named socket
 */
public record Address(String host, int port) implements Sendable {

    private static final int NAMED_SOCKET = 0;

    /**
     * Listens at a path that only this user can reach or, if the path is too long or the system
     * lacks named sockets, on a free port of the loopback interface, to which all users of the
     * machine can connect.
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

    /** The address at which a socket of {@link #listen} listens. */
    public static Address of(ServerSocketChannel server) throws IOException {
        SocketAddress local = server.getLocalAddress();
        if (local instanceof UnixDomainSocketAddress named) {
            return new Address(named.getPath().toString(), NAMED_SOCKET);
        }
        InetSocketAddress bound = (InetSocketAddress) local;
        return new Address(bound.getAddress().getHostAddress(), bound.getPort());
    }

    /** Connects to this address, without a time limit. */
    public SocketChannel connect() throws IOException {
        return SocketChannel.open(resolve());
    }

    /** The address as sockets take it; a name that is unknown stays unresolved. */
    public SocketAddress resolve() {
        return port == NAMED_SOCKET
                ? UnixDomainSocketAddress.of(host)
                : new InetSocketAddress(host, port);
    }

    @Override
    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(host);
        out.writeInt(port);
    }

    /** Reads what {@link #writeTo} has written. */
    public static Address readFrom(DataInput in) throws IOException {
        return new Address(in.readUTF(), in.readInt());
    }

    @Override
    public String toString() {
        return port == NAMED_SOCKET ? host : host + ":" + port;
    }
}
