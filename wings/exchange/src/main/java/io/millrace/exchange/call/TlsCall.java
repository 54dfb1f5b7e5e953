package io.millrace.exchange.call;

import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.tls.GangTls;
import io.millrace.exchange.tls.TlsChannel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/** The handshake of TLS on a connection that this process has made, on the calling thread. */
public final class TlsCall {

    private TlsCall() {}

    /**
     * Shakes hands; the result owns the socket, which blocks then. A failure closes it.
     *
     * @throws IOException if the other side has another certificate, or does not answer in time
     */
    public static TlsChannel secure(GangTls tls, SocketChannel socket) throws IOException {
        boolean secured = false;
        try {
            TlsChannel channel = tls.channel(socket, false);
            socket.configureBlocking(false);
            try (Selector selector = Selector.open()) {
                shakeHands(channel, socket.register(selector, SelectionKey.OP_READ), selector);
            }
            socket.configureBlocking(true);
            secured = true;
            return channel;
        } finally {
            if (!secured) {
                Reactor.close(socket);
            }
        }
    }

    private static void shakeHands(TlsChannel channel, SelectionKey key, Selector selector)
            throws IOException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Caller.TIMEOUT_MILLIS);
        while (!channel.handshake() || !channel.isFlushed()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new SocketTimeoutException(
                        "the process of the job did not begin TLS in time");
            } else if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("the handshake of TLS was interrupted");
            }
            key.interestOps(
                    SelectionKey.OP_READ | (channel.isFlushed() ? 0 : SelectionKey.OP_WRITE));
            selector.select(left);
            selector.selectedKeys().clear();
        }
    }
}
