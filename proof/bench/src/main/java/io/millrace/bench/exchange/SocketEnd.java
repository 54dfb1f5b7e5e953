package io.millrace.bench.exchange;

import java.io.EOFException;
import java.io.IOException;
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

    private static final int MEETING_MILLIS = 60_000;

    private final SocketChannel channel;
    private final ByteBuffer out = ByteBuffer.allocateDirect(MAX_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(MAX_BYTES);

    private SocketEnd(SocketChannel channel) throws IOException {
        this.channel = channel;
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** Listens at a free port of a host. */
    static Invitation invite(String host) throws IOException {
        ServerSocketChannel server =
                ServerSocketChannel.open().bind(new InetSocketAddress(host, 0));
        server.socket().setSoTimeout(MEETING_MILLIS);
        return new Invitation(
                host + ":" + server.socket().getLocalPort(),
                () -> {
                    try (server) {
                        return new SocketEnd(server.socket().accept().getChannel());
                    }
                });
    }

    static End join(String address) throws IOException {
        String[] words = address.split(":", 2);
        return new SocketEnd(
                SocketChannel.open(new InetSocketAddress(words[0], Integer.parseInt(words[1]))));
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
