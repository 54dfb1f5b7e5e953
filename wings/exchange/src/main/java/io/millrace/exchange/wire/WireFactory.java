package io.millrace.exchange.wire;

import io.millrace.exchange.reactor.Reactor;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Another way for the bytes of the links of an epoch than their sockets. Each of two workers makes
 * its half of a wire and sends it to the other ({@link WireNegotiation}). Used by the reactor's
 * handlers.
 */
interface WireFactory {

    /** The half of the worker that begins; null if only the socket can be used. */
    @Nullable Half offer(SocketChannel channel) throws IOException;

    /**
     * The half that fits the other worker's; null if only the socket can be used.
     *
     * @throws IOException if the other worker's is of another kind
     */
    @Nullable Half accept(byte[] offer) throws IOException;

    /** Gives back everything. All links of the epoch must be closed. */
    default void close() {}

    /** A worker's half of a wire. */
    interface Half {

        /** The other worker needs these bytes; there are some. */
        byte[] bytes();

        /** Adds the half of the worker that accepted; false if only the socket can be used. */
        default boolean join(byte[] other) {
            return true;
        }

        /** The wire, once both workers have the other's half. */
        Wire wire(SocketChannel channel, Reactor reactor);

        /** Gives back everything that the wire does not need, or that has no wire. Idempotent. */
        void close();
    }
}
