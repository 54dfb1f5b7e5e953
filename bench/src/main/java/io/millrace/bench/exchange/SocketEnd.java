package io.millrace.bench.exchange;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * An end of a TCP connection without any protocol: blocking calls, and buffers that the system can
 * use as they are. A lower bound for workers that exchange messages by TCP.
 */
final class SocketEnd implements End {

    private static final InetAddress HOST = InetAddress.getLoopbackAddress();
    private static final int MEETING_MILLIS = 60_000;

    private final SocketChannel channel;
    private final ByteBuffer out = ByteBuffer.allocateDirect(MAX_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(MAX_BYTES);

    private SocketEnd(SocketChannel channel) throws IOException {
        this.channel = channel;
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** Listens at a free port of the loopback interface, which is the address. */
    static Invitation invite() throws IOException {
        ServerSocketChannel server =
                ServerSocketChannel.open().bind(new InetSocketAddress(HOST, 0));
        server.socket().setSoTimeout(MEETING_MILLIS);
        return new Invitation(
                String.valueOf(server.socket().getLocalPort()),
                () -> {
                    try (server) {
                        return new SocketEnd(server.socket().accept().getChannel());
                    }
                });
    }

    static End join(String port) throws IOException {
        return new SocketEnd(
                SocketChannel.open(new InetSocketAddress(HOST, Integer.parseInt(port))));
    }

    @Override
    public void send(int bytes) throws IOException {
        out.clear().limit(bytes);
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }

    @Override
    public void receive(int bytes) throws IOException {
        in.clear().limit(bytes);
        while (in.hasRemaining()) {
            if (channel.read(in) < 0) {
                throw new EOFException("the other end has closed its socket");
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
