package io.millrace.exchange.connection;

import io.millrace.exchange.secret.SharedSecret;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a {@link Handshake}:
 *
 * <pre>
 *  from the caller   its hello and its number
 *  to the caller     the called one's number, and its proof
 *  from the caller   its proof
 * </pre>
 *
 * The caller may wait for the other end ({@link #introduce}). An instance is what the called one
 * knows of one caller: it waits for none, because anybody may call. Used by one thread at a time.
 */
public final class Introduction {

    private final SharedSecret secret;
    private final int helloBytes;
    private final HelloCheck check;

    /** The bytes that are read next: the call, then the caller's proof. */
    private ByteBuffer expected;

    /** The handshake, once the call has been answered. */
    private @Nullable Handshake handshake;

    /** Looks at a hello before anything is answered. */
    @FunctionalInterface
    public interface HelloCheck {

        /** Throws an exception if no caller of this process says that. */
        void check(byte[] hello) throws IOException;
    }

    /** Begins with a caller that has a secret, and nothing to say before it is believed. */
    public Introduction(SharedSecret secret) {
        this(secret, 0, hello -> {});
    }

    /**
     * Begins with a caller that may have a secret.
     *
     * @param helloBytes length of its hello
     * @param check refuses callers with another one
     */
    public Introduction(SharedSecret secret, int helloBytes, HelloCheck check) {
        this.secret = secret;
        this.helloBytes = helloBytes;
        this.check = check;
        this.expected = ByteBuffer.allocate(Handshake.callBytes(helloBytes));
    }

    /**
     * Reads the bytes that have come, and answers the call.
     *
     * @param channel does not block
     * @return whether the caller has proved itself; {@link #hello} is what it says then
     * @throws IOException if it does not know the secret; nothing more is to be read
     */
    public boolean hear(SocketChannel channel) throws IOException {
        assert expected.hasRemaining() : "its caller has proved itself";
        if (channel.read(expected) < 0) {
            throw new EOFException("the caller has left before it proved itself");
        }
        if (expected.hasRemaining()) {
            return false;
        }
        if (handshake == null) {
            handshake = answer(channel, expected.flip());
            expected = ByteBuffer.allocate(SharedSecret.PROOF_BYTES);
            return false;
        }
        if (!handshake.isProofOfCaller(expected.array())) {
            throw new IOException("the caller does not know the secret");
        }
        return true;
    }

    private Handshake answer(SocketChannel channel, ByteBuffer call) throws IOException {
        byte[] hello = new byte[helloBytes];
        byte[] called = new byte[Handshake.NONCE_BYTES];
        call.get(hello).get(called);
        check.check(hello);
        Handshake made = new Handshake(secret, hello, called, Handshake.nonce());
        ByteBuffer answer = ByteBuffer.allocate(Handshake.ANSWER_BYTES);
        answer.put(made.answered()).put(made.proofOfCalled()).flip();
        if (channel.write(answer) != Handshake.ANSWER_BYTES) {
            throw new IOException("the caller reads nothing"); // a new connection has room
        }
        return made;
    }

    /** The caller's hello, to be trusted only once {@link #hear} has returned true. */
    public byte[] hello() {
        if (handshake == null) {
            throw new IllegalStateException("the caller has said nothing yet");
        }
        return handshake.hello();
    }

    /**
     * The caller's part, on streams that wait for the other end. It tells its proof only to one
     * that has proved itself.
     *
     * @param impostor the message if the other end does not know the secret
     * @throws IOException in that case
     * @throws EOFException if the other end leaves before it has proved itself
     */
    public static void introduce(
            InputStream from, OutputStream to, SharedSecret secret, byte[] hello, String impostor)
            throws IOException {
        byte[] called = Handshake.nonce();
        byte[] call = new byte[Handshake.callBytes(hello.length)];
        ByteBuffer.wrap(call).put(hello).put(called);
        to.write(call);
        DataInputStream in = new DataInputStream(from);
        byte[] answered = new byte[Handshake.NONCE_BYTES];
        in.readFully(answered);
        byte[] proof = new byte[SharedSecret.PROOF_BYTES];
        in.readFully(proof);
        Handshake handshake = new Handshake(secret, hello, called, answered);
        if (!handshake.isProofOfCalled(proof)) {
            throw new IOException(impostor);
        }
        to.write(handshake.proofOfCaller());
    }
}
