package io.millrace.bench.exchange;

import java.io.Closeable;
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
final class SocketEnd implements End, Closeable {

    private final SocketChannel channel;
    private final ByteBuffer out = ByteBuffer.allocateDirect(MAX_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(MAX_BYTES);

    private SocketEnd(SocketChannel channel) throws IOException {
        this.channel = channel;
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** Two ends on the loopback interface. */
    static Way open() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocketChannel server =
                ServerSocketChannel.open().bind(new InetSocketAddress(loopback, 0))) {
            SocketEnd near = new SocketEnd(SocketChannel.open(server.getLocalAddress()));
            SocketEnd far = new SocketEnd(server.accept());
            return new Conversation(
                    near,
                    far,
                    () -> {
                        near.close();
                        far.close();
                    });
        }
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
