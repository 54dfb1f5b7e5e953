package io.millrace.exchange.tcp;

import io.millrace.exchange.secret.GangSecret;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An incoming connection, until its caller has proved that it is of the gang. */
final class Arrival implements Reactor.Handler {

    /** How long a caller may take to prove itself. */
    private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(Caller.TIMEOUT_MILLIS);

    private final SocketChannel channel;
    private final GangSecret secret;
    private final Door door;
    private final long start = System.nanoTime();

    /** The bytes that are read next: the call, then the caller's proof. */
    private ByteBuffer expected = ByteBuffer.allocate(Handshake.CALL_BYTES);

    /** The handshake, once the call has been answered. */
    private @Nullable Handshake handshake;

    /** The destination of arrivals. */
    interface Door {

        /** A caller has proved itself; the door owns the channel from now on. */
        void admit(Hello hello, SocketChannel channel) throws IOException;

        /** An arrival is none any more, whether it was admitted or not. */
        void over(Arrival arrival);
    }

    Arrival(SocketChannel channel, GangSecret secret, Door door) {
        this.channel = channel;
        this.secret = secret;
        this.door = door;
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        if (channel.read(expected) < 0) {
            throw new EOFException("the caller has left");
        }
        if (expected.hasRemaining()) {
            return;
        }
        if (handshake == null) {
            handshake = answer(expected.flip());
            expected = ByteBuffer.allocate(GangSecret.PROOF_BYTES);
            return;
        }
        if (!handshake.isProofOfCaller(expected.array())) {
            throw new IOException("the caller is not of this gang");
        }
        door.over(this);
        Reactor.park(key);
        door.admit(Hello.decode(handshake.hello()), channel);
    }

    private Handshake answer(ByteBuffer call) throws IOException {
        byte[] hello = new byte[Hello.BYTES];
        byte[] called = new byte[Handshake.NONCE_BYTES];
        call.get(hello).get(called);
        Hello.decode(hello);
        Handshake made = new Handshake(secret, hello, called, Handshake.nonce());
        ByteBuffer answer = ByteBuffer.allocate(Handshake.ANSWER_BYTES);
        answer.put(made.answered()).put(made.proofOfCalled()).flip();
        if (channel.write(answer) != Handshake.ANSWER_BYTES) {
            throw new IOException("the caller reads nothing");
        }
        return made;
    }

    @Override
    public void tick(long now) throws IOException {
        if (now - start > MAX_NANOS) {
            throw new SocketTimeoutException("the caller did not prove itself in time");
        }
    }

    @Override
    public void lost(IOException why) {
        door.over(this);
    }

    /** Turns the caller away. */
    void refuse() {
        Reactor.close(channel);
    }
}
