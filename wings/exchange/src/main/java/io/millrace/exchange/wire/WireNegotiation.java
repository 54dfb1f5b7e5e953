package io.millrace.exchange.wire;

import io.millrace.exchange.connection.MessageReader;
import io.millrace.exchange.frame.Incoming;
import io.millrace.exchange.frame.Outgoing;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a link whose workers may use something else than its socket: frames wait until
 * they have agreed. The worker of the lower rank offers its half of a wire, the other one answers
 * with the half that fits, and the first one confirms that it could join them. A parcel without
 * bytes, from either, means that both use the socket. Used by the reactor's handlers, by one thread
 * at a time.
 */
final class WireNegotiation implements Wire {

    private static final byte[] NOTHING = {};
    private static final byte[] JOINED = {1};

    private final SocketChannel channel;
    private final Wires wires;
    private final WireFactory factory;
    private final boolean offers;
    private final Consumer<Wire> settled;
    private final MessageReader incoming = Parcel.reader();
    private @Nullable SelectionKey key;

    /** This worker's half, once there is one. */
    private WireFactory.@Nullable Half own;

    /**
     * The beginning of a link.
     *
     * @param wires makes the wire if both use the socket
     * @param offers whether this worker begins: the one that was called
     * @param settled receives the wire on which they have agreed, which is open
     */
    WireNegotiation(
            SocketChannel channel,
            Wires wires,
            WireFactory factory,
            boolean offers,
            Consumer<Wire> settled) {
        this.channel = channel;
        this.wires = wires;
        this.factory = factory;
        this.offers = offers;
        this.settled = settled;
    }

    @Override
    public void open(SelectionKey its) throws IOException {
        key = its;
        if (offers) {
            send(factory.offer(channel));
        }
    }

    /** Sends this worker's half; without one, both use the socket. */
    private void send(WireFactory.@Nullable Half half) throws IOException {
        own = half;
        Parcel.send(channel, half == null ? NOTHING : half.bytes());
        if (half == null) {
            settle(bySocket());
        }
    }

    private Wire bySocket() {
        return wires.bySocket(channel, offers);
    }

    private void settle(Wire wire) throws IOException {
        close();
        wire.open(Objects.requireNonNull(key));
        settled.accept(wire);
    }

    @Override
    public boolean write(Outgoing from) {
        return false;
    }

    @Override
    public boolean isFlushed() {
        return false;
    }

    @Override
    public long read(Incoming to) throws IOException {
        byte[] parcel = incoming.read(channel);
        if (parcel != null) {
            received(parcel);
        }
        return 0;
    }

    private void received(byte[] parcel) throws IOException {
        WireFactory.Half half = own;
        if (parcel.length == 0) {
            settle(bySocket());
        } else if (half == null) {
            send(factory.accept(parcel));
        } else if (offers) {
            boolean joined = half.join(parcel);
            Parcel.send(channel, joined ? JOINED : NOTHING);
            settle(joined ? half.wire(channel, wires.reactor()) : bySocket());
        } else {
            settle(half.wire(channel, wires.reactor()));
        }
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }
}
