package io.millrace.workers.fork.wire;

import io.millrace.files.listen.Caller;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;

/**
 * A handshake in which a forked JVM and the process that forked it prove to each other that they
 * know the secret, without revealing it to another process at the other end:
 *
 * <pre>
 *  from the JVM      its challenge
 *  to the JVM        the process's challenge, and its proof for both
 *  from the JVM      its proof for both
 * </pre>
 *
 * An instance is the process's state of one caller. Used by one thread.
 */
public final class Introduction implements Caller {

    private static final byte PROCESS = 'p';
    private static final byte FORKED = 'f';

    private final Secret secret;
    private final byte[] own = Secret.random();
    private final ByteBuffer challenge = ByteBuffer.allocate(Secret.BYTES);
    private final ByteBuffer proof = ByteBuffer.allocate(Secret.BYTES);

    /** Starts the handshake with a caller that may know the secret. */
    public Introduction(Secret secret) {
        this.secret = secret;
    }

    @Override
    public boolean hear(SocketChannel channel) throws IOException {
        if (challenge.hasRemaining()) {
            read(channel, challenge);
            if (!challenge.hasRemaining()) {
                answer(channel);
            }
            return false;
        }
        read(channel, proof);
        if (proof.hasRemaining()) {
            return false;
        }
        check(proof.array(), secret.proof(FORKED, challenge.array(), own));
        return true;
    }

    private void answer(SocketChannel channel) throws IOException {
        ByteBuffer answer = ByteBuffer.allocate(2 * Secret.BYTES);
        answer.put(own).put(secret.proof(PROCESS, challenge.array(), own)).flip();
        channel.write(answer);
        if (answer.hasRemaining()) {
            throw new IOException("a new connection has no room for the answer");
        }
    }

    /**
     * The forked JVM's part, on a blocking channel.
     *
     * @throws IOException if the process at the other end is not the one that forked it
     */
    public static void introduce(SocketChannel channel, Secret secret) throws IOException {
        byte[] challenge = secret.challenge();
        write(channel, challenge);
        byte[] answered = filled(channel);
        byte[] proof = filled(channel);
        check(proof, secret.proof(PROCESS, challenge, answered));
        write(channel, secret.proof(FORKED, challenge, answered));
    }

    private static byte[] filled(SocketChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(Secret.BYTES);
        while (buffer.hasRemaining()) {
            read(channel, buffer);
        }
        return buffer.array();
    }

    private static void read(SocketChannel channel, ByteBuffer buffer) throws IOException {
        if (channel.read(buffer) < 0) {
            throw new EOFException("the other end closed the connection before it proved itself");
        }
    }

    private static void write(SocketChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    private static void check(byte[] proof, byte[] expected) throws IOException {
        if (!MessageDigest.isEqual(proof, expected)) {
            throw new IOException("the other end does not know the secret");
        }
    }
}
