package io.millrace.exchange.wire;

import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.tls.GangTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the wires of the links of an epoch.
 *
 * @param factory another way for bytes than sockets; null if there is none
 * @param tls encrypts the bytes that go through sockets; null if they are not encrypted
 */
public record Wires(Reactor reactor, @Nullable WireFactory factory, @Nullable GangTls tls) {

    /**
     * The send buffer of a connection within a machine. By itself it would grow to several
     * megabytes, which leave the processor's cache before they are read.
     */
    private static final int NEAR_BUFFER_BYTES = 192 * 1024;

    /**
     * The wire with which a link begins.
     *
     * @param called whether the other worker has made the connection
     * @param settled receives the wire that takes its place, if one does
     */
    public Wire begin(SocketChannel channel, boolean called, Consumer<Wire> settled) {
        return factory == null
                ? bySocket(channel, called)
                : new WireNegotiation(channel, this, factory, called, settled);
    }

    /** A wire whose bytes go through the link's socket. */
    Wire bySocket(SocketChannel channel, boolean called) {
        if (tls != null) {
            return new TlsWire(tls.channel(channel, called), reactor);
        }
        limitIfNear(channel);
        return new SocketWire(channel, reactor);
    }

    private static void limitIfNear(SocketChannel channel) {
        try {
            if (channel.getRemoteAddress() instanceof InetSocketAddress remote
                    && channel.getLocalAddress() instanceof InetSocketAddress local
                    && remote.getAddress().equals(local.getAddress())) {
                channel.setOption(StandardSocketOptions.SO_SNDBUF, NEAR_BUFFER_BYTES);
            }
        } catch (IOException e) {
            // The connection has gone: the first call that moves bytes reports it.
        }
    }

    /** Gives back everything. All links of the epoch must be closed. */
    public void close() {
        if (factory != null) {
            factory.close();
        }
    }
}
