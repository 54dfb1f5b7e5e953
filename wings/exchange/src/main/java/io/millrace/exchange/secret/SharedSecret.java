package io.millrace.exchange.secret;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret that the processes of a gang share, or a forked JVM and the process that forked it,
 * because others may be able to connect to either. They derive a key for each use from it, as
 * HKDF-Expand does (RFC 5869, one block of HMAC-SHA-256). It never crosses a network: a process
 * proves that it has it. Immutable.
 */
public final class SharedSecret {

    /** Length of a secret in bytes. */
    public static final int BYTES = 32;

    /** Length of a proof in bytes. */
    public static final int PROOF_BYTES = 32;

    private static final String MAC = "HmacSHA256";

    private final byte[] secret;

    /**
     * A secret that was made before.
     *
     * @throws IllegalArgumentException unless it has {@value #BYTES} bytes
     */
    public SharedSecret(byte[] secret) {
        if (secret.length != BYTES) {
            throw new IllegalArgumentException(
                    "a shared secret has " + BYTES + " bytes, not " + secret.length);
        }
        this.secret = secret.clone();
    }

    /** A new secret. */
    public static SharedSecret random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new SharedSecret(bytes);
    }

    /** The secret itself, for the credentials of a job. */
    public byte[] bytes() {
        return secret.clone();
    }

    /** Writes it to a process of this machine, through a channel that other users cannot read. */
    public void writeTo(DataOutput out) throws IOException {
        out.write(secret);
    }

    /** Reads what {@link #writeTo} has written. */
    public static SharedSecret readFrom(DataInput in) throws IOException {
        byte[] bytes = new byte[BYTES];
        in.readFully(bytes);
        return new SharedSecret(bytes);
    }

    /**
     * The proof that its maker has the secret and has seen these bytes.
     *
     * @param use a proof for one use is none for another
     */
    public byte[] prove(String use, byte[]... seen) {
        byte[] info = use.getBytes(StandardCharsets.UTF_8);
        byte[] key = mac(secret, info, new byte[] {1});
        return mac(key, seen);
    }

    /** Whether a proof is that of {@link #prove}. Takes the same time whichever byte is wrong. */
    public boolean isProof(byte[] proof, String use, byte[]... seen) {
        return MessageDigest.isEqual(proof, prove(use, seen));
    }

    private static byte[] mac(byte[] key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key, MAC));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no " + MAC, e); // each has to have it
        }
    }

    /** Not the secret. */
    @Override
    public String toString() {
        return "a shared secret";
    }
}
