package io.millrace.exchange.tcp;

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

    private final SocketChannel channel;
    private final MeetingPlace place;
    private final byte[] notice;

    /**
     * Takes ownership of a connection.
     *
     * @param notice of the called process, as {@code place} had it
     */
    OrderCall(SocketChannel channel, MeetingPlace place, byte[] notice) {
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
        channel.configureBlocking(false);
        try (Selector selector = Selector.open()) {
            channel.register(selector, SelectionKey.OP_READ);
            while (selector.select(CHECK_MILLIS) == 0) {
                if (!Arrays.equals(place.read(), notice)) {
                    return false;
                }
            }
        }
        channel.configureBlocking(true);
        return true;
    }

    /** The connection, in blocking mode. */
    public SocketChannel channel() {
        return channel;
    }

    @Override
    public void close() {
        Reactor.close(channel);
    }
}
