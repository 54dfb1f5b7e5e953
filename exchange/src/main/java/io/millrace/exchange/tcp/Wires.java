package io.millrace.exchange.tcp;

import io.millrace.exchange.tls.GangTls;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the wires of the links of an epoch.
 *
 * @param means another way for bytes than sockets; null if there is none
 * @param tls encrypts the bytes that go through sockets; null if they are not encrypted
 */
record Wires(Reactor reactor, @Nullable Means means, @Nullable GangTls tls) {

    /**
     * The wire with which a link begins.
     *
     * @param called whether the other worker has made the connection
     * @param settled receives the wire that takes its place, if one does
     */
    Wire begin(SocketChannel channel, boolean called, Consumer<Wire> settled) {
        return means == null
                ? bySocket(channel, called)
                : new Sharing(channel, this, means, called, settled);
    }

    /** A wire whose bytes go through the link's socket. */
    Wire bySocket(SocketChannel channel, boolean called) {
        return tls == null
                ? new SocketWire(channel, reactor)
                : new TlsWire(tls.channel(channel, called), reactor);
    }

    /** Gives back everything. All links of the epoch must be closed. */
    void close() {
        if (means != null) {
            means.close();
        }
    }
}
