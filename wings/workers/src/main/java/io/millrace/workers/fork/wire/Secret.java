package io.millrace.workers.fork.wire;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * A secret that only a forked JVM and the process that forked it know, because other users of the
 * machine may be able to connect to either. Generated for one JVM, and passed through its standard
 * input. Immutable.
 */
public final class Secret implements Message {

    /** Length of a key, a challenge, and a proof. */
    static final int BYTES = 32;

    private static final String DIGEST = "SHA-256";
    private static final int DIGEST_BLOCK = 64;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] key;
    private final byte[] challenge;

    private Secret(byte[] key, byte[] challenge) {
        this.key = key;
        this.challenge = challenge;
    }

    /** Generates a new secret. */
    public static Secret draw() {
        return new Secret(random(), random());
    }

    static byte[] random() {
        byte[] drawn = new byte[BYTES];
        RANDOM.nextBytes(drawn);
        return drawn;
    }

    public static Secret readFrom(DataInput in) throws IOException {
        byte[] key = new byte[BYTES];
        byte[] challenge = new byte[BYTES];
        in.readFully(key);
        in.readFully(challenge);
        return new Secret(key, challenge);
    }

    @Override
    public void writeTo(DataOutput out) throws IOException {
        out.write(key);
        out.write(challenge);
    }

    /** The forked JVM's challenge; generated for it, which saves it time. */
    byte[] challenge() {
        return challenge.clone();
    }

    /**
     * Proves possession of the key without revealing it: HMAC-SHA-256, implemented without Java's
     * cryptography framework, whose start takes longer than everything else here.
     *
     * @param role the role of the end that proves itself, so that its own proof cannot be sent back
     *     to it
     */
    byte[] proof(byte role, byte[] asked, byte[] answered) {
        MessageDigest inner = keyed(INNER);
        inner.update(role);
        inner.update(asked);
        inner.update(answered);
        MessageDigest outer = keyed(OUTER);
        return outer.digest(inner.digest());
    }

    private MessageDigest keyed(byte pad) {
        byte[] block = Arrays.copyOf(key, DIGEST_BLOCK);
        for (int i = 0; i < block.length; i++) {
            block[i] ^= pad;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance(DIGEST);
            digest.update(block);
            return digest;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has " + DIGEST, e);
        }
    }
}
