package io.millrace.exchange.wire;

import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.ring.RingDirectory;
import io.millrace.exchange.ring.RingFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Memory that workers of one machine share. The worker that begins creates rings and tells the name
 * of their file and its token; the other maps it. Then the file loses its name.
 */
final class RingWireFactory implements WireFactory {

    private static final byte[] MAPPED = {1};

    private final RingDirectory directory;

    RingWireFactory(RingDirectory directory) {
        this.directory = directory;
    }

    /** Rings, and the bytes by which the other worker gets them or knows that this one has. */
    private record Rings(RingFile file, byte[] bytes, boolean created) implements Half {

        @Override
        public Wire wire(SocketChannel channel, Reactor reactor) {
            return new RingWire(channel, reactor, file);
        }

        @Override
        public void close() {
            if (created) {
                file.delete(); // both have mapped it, or will not
            }
        }
    }

    @Override
    public @Nullable Half offer(SocketChannel channel) throws IOException {
        RingFile file = isOneMachine(channel) ? directory.create() : null;
        if (file == null) {
            return null;
        }
        byte[] name = file.path().toString().getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(RingFile.TOKEN_BYTES + name.length);
        return new Rings(file, bytes.put(file.token()).put(name).array(), true);
    }

    /** Connections within a machine have its address at both ends. */
    private static boolean isOneMachine(SocketChannel channel) throws IOException {
        return channel.getLocalAddress() instanceof InetSocketAddress here
                && channel.getRemoteAddress() instanceof InetSocketAddress there
                && here.getAddress().equals(there.getAddress());
    }

    @Override
    public @Nullable Half accept(byte[] offer) throws IOException {
        if (offer.length <= RingFile.TOKEN_BYTES) {
            throw Parcel.unknown();
        }
        byte[] token = new byte[RingFile.TOKEN_BYTES];
        byte[] name = new byte[offer.length - token.length];
        ByteBuffer.wrap(offer).get(token).get(name);
        RingFile file = directory.open(Path.of(new String(name, StandardCharsets.UTF_8)), token);
        return file == null ? null : new Rings(file, MAPPED, false);
    }
}
