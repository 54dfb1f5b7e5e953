package io.millrace.exchange.tls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A connection with somebody in its middle, who records all bytes and may do harm. */
public final class Wiretap implements AutoCloseable {

    private static final int BUFFER_BYTES = 8192;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ByteArrayOutputStream recorded = new ByteArrayOutputStream();
    private final long flippedBit;
    private final long cutAfter;
    private final SocketChannel caller;
    private final SocketChannel called;
    private final SocketChannel nearCaller;
    private final SocketChannel nearCalled;

    private Wiretap(long flippedBit, long cutAfter) throws IOException {
        this.flippedBit = flippedBit;
        this.cutAfter = cutAfter;
        SocketChannel[] first = pair();
        SocketChannel[] second = pair();
        caller = first[0];
        nearCaller = first[1];
        nearCalled = second[0];
        called = second[1];
        threads.execute(() -> pass(nearCaller, nearCalled, true));
        threads.execute(() -> pass(nearCalled, nearCaller, false));
    }

    /** Only records. */
    public static Wiretap recording() throws IOException {
        return new Wiretap(-1, Long.MAX_VALUE);
    }

    /** Flips one of the bits that the caller sends. */
    public static Wiretap flipping(long bit) throws IOException {
        return new Wiretap(bit, Long.MAX_VALUE);
    }

    /** Cuts the connection once the caller has sent so many bytes. */
    public static Wiretap cutting(long bytes) throws IOException {
        return new Wiretap(-1, bytes);
    }

    /** Two connected sockets: the caller's and the called one's. */
    public static SocketChannel[] pair() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketAddress address = server.getLocalAddress();
            return new SocketChannel[] {SocketChannel.open(address), server.accept()};
        }
    }

    public SocketChannel caller() {
        return caller;
    }

    public SocketChannel called() {
        return called;
    }

    /** All bytes that went through, in both directions. */
    public byte[] recorded() {
        synchronized (recorded) {
            return recorded.toByteArray();
        }
    }

    private void cut() throws IOException {
        nearCaller.close();
        nearCalled.close();
    }

    private void pass(SocketChannel from, SocketChannel to, boolean harms) {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        long passed = 0;
        try {
            while (from.read(buffer.clear()) >= 0) {
                buffer.flip();
                if (harms) {
                    flip(buffer, passed);
                }
                passed += buffer.limit();
                synchronized (recorded) {
                    recorded.write(buffer.array(), 0, buffer.limit());
                }
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                if (harms && passed > cutAfter) {
                    cut();
                }
            }
            to.shutdownOutput();
        } catch (IOException e) {
            // One of the two has left.
        }
    }

    private void flip(ByteBuffer buffer, long passed) {
        long at = flippedBit / Byte.SIZE - passed;
        if (flippedBit >= 0 && at >= 0 && at < buffer.limit()) {
            int flipped = buffer.get((int) at) ^ (1 << (flippedBit % Byte.SIZE));
            buffer.put((int) at, (byte) flipped);
        }
    }

    @Override
    public void close() throws IOException {
        cut();
        caller.close();
        called.close();
        threads.shutdownNow();
    }
}
