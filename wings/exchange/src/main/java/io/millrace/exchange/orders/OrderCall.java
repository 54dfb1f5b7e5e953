package io.millrace.exchange.orders;

import io.millrace.exchange.call.MeetingPlace;
import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.tls.TlsChannel;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/**
 * The connection of a worker that has called for orders. Used by the worker's thread, which closes
 * it.
 */
public final class OrderCall implements AutoCloseable {

    /** How often a worker that waits looks for another process. */
    private static final long CHECK_MILLIS = 2_000;

    private final OrdersChannel channel;
    private final MeetingPlace place;
    private final byte[] notice;

    /**
     * Takes ownership of a connection.
     *
     * @param notice of the called process, as {@code place} had it
     */
    OrderCall(OrdersChannel channel, MeetingPlace place, byte[] notice) {
        this.channel = channel;
        this.place = place;
        this.notice = notice;
    }

    /**
     * Waits for the first order, or for the end of the connection. The connection does not end if
     * the machine of the called process has, so this also returns when another process has taken
     * that one's place.
     *
     * @return false if another process is to be called
     */
    public boolean awaitOrder() throws IOException {
        SocketChannel socket = channel.socket();
        socket.configureBlocking(false);
        try (Selector selector = Selector.open()) {
            socket.register(selector, SelectionKey.OP_READ);
            boolean readable = false;
            while (!hasArrived(readable)) {
                readable = selector.select(CHECK_MILLIS) > 0;
                selector.selectedKeys().clear();
                if (!readable && !Arrays.equals(place.read(), notice)) {
                    return false;
                }
            }
        }
        socket.configureBlocking(true);
        return true;
    }

    /** TLS sends messages before the first order, and may have received the order with them. */
    private boolean hasArrived(boolean readable) throws IOException {
        return channel.bytes() instanceof TlsChannel tls ? tls.hasArrived() : readable;
    }

    /** The messages of the connection, in blocking mode. */
    public MessageChannel messages() throws IOException {
        return channel.messages();
    }

    @Override
    public void close() {
        Reactor.close(channel.socket());
    }
}
