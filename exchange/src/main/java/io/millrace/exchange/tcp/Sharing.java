package io.millrace.exchange.tcp;

import io.millrace.exchange.ring.RingDirectory;
import io.millrace.exchange.ring.RingFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a link whose workers may share memory: frames wait until they have agreed. If
 * both are on one machine, the worker of the lower rank creates rings, and sends the name of their
 * file and its token; the other maps it and answers. Then the file loses its name. Otherwise the
 * first one sends an empty name.
 */
final class Sharing implements Wire {

    private static final byte MAPPED = 1;
    private static final byte NOT_MAPPED = 0;
    private static final int MAX_NAME_BYTES = 4096;

    /** An offer: the length of the name, the token, the name and zeros. */
    private static final int OFFER_BYTES = Integer.BYTES + RingFile.TOKEN_BYTES + MAX_NAME_BYTES;

    private final SocketChannel channel;
    private final Reactor reactor;
    private final RingDirectory directory;
    private final boolean offers;
    private final Consumer<Wire> settled;

    /** The answer to the offer, or the offer. */
    private final ByteBuffer expected;

    private @Nullable SelectionKey key;

    /** The rings that were offered, until the other worker has answered. */
    private @Nullable RingFile offered;

    /**
     * The beginning of a link.
     *
     * @param offers whether this worker creates the rings
     * @param settled receives the wire on which they have agreed, which is open
     */
    Sharing(
            SocketChannel channel,
            Reactor reactor,
            RingDirectory directory,
            boolean offers,
            Consumer<Wire> settled) {
        this.channel = channel;
        this.reactor = reactor;
        this.directory = directory;
        this.offers = offers;
        this.settled = settled;
        this.expected = ByteBuffer.allocate(offers ? 1 : OFFER_BYTES);
    }

    @Override
    public void open(SelectionKey its) throws IOException {
        key = its;
        if (!offers) {
            return;
        }
        offered = isOneMachine(channel) ? directory.create() : null;
        send(offer(offered));
        if (offered == null) {
            settle(null);
        }
    }

    private void settle(@Nullable RingFile rings) throws IOException {
        Wire wire =
                rings == null
                        ? new SocketWire(channel, reactor)
                        : new RingWire(channel, reactor, rings);
        wire.open(Objects.requireNonNull(key));
        settled.accept(wire);
    }

    /** Connections within a machine have its address at both ends. */
    private static boolean isOneMachine(SocketChannel channel) throws IOException {
        return channel.getLocalAddress() instanceof InetSocketAddress here
                && channel.getRemoteAddress() instanceof InetSocketAddress there
                && here.getAddress().equals(there.getAddress());
    }

    private static ByteBuffer offer(@Nullable RingFile rings) {
        ByteBuffer offer = ByteBuffer.allocate(OFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        if (rings != null) {
            byte[] name = rings.path().toString().getBytes(StandardCharsets.UTF_8);
            offer.putInt(name.length).put(rings.token()).put(name);
        }
        return offer.rewind();
    }

    private void send(ByteBuffer bytes) throws IOException {
        channel.write(bytes);
        if (bytes.hasRemaining()) {
            throw new IOException("it reads nothing"); // it is the first that it should read
        }
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
        int count = channel.read(expected);
        if (count >= 0 && !expected.hasRemaining()) {
            RingFile rings = offers ? answered(expected.get(0)) : accepted(expected.flip());
            close();
            settle(rings);
        }
        return count;
    }

    private @Nullable RingFile answered(byte answer) {
        return answer == MAPPED ? offered : null;
    }

    private @Nullable RingFile accepted(ByteBuffer offer) throws IOException {
        int length = offer.order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (length == 0) {
            return null;
        }
        if (length < 0 || length > MAX_NAME_BYTES) {
            throw new IOException("it has another version of Millrace, or another transport");
        }
        byte[] token = new byte[RingFile.TOKEN_BYTES];
        byte[] name = new byte[length];
        offer.get(token).get(name);
        Path path = Path.of(new String(name, StandardCharsets.UTF_8));
        RingFile rings = directory.open(path, token);
        send(ByteBuffer.wrap(new byte[] {rings == null ? NOT_MAPPED : MAPPED}));
        return rings;
    }

    /** Deletes the file: both have mapped it, or will not. */
    @Override
    public void close() {
        if (offered != null) {
            offered.delete();
        }
    }
}
