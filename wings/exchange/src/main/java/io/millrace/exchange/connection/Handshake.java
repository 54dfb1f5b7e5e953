package io.millrace.exchange.connection;

import io.millrace.exchange.secret.SharedSecret;
import java.security.SecureRandom;

/**
 * The exchange by which both ends of a connection prove that they have the same secret: the caller
 * sends its hello and a random number, the called one answers with another number and a proof over
 * all of that, and the caller with its proof. The numbers make each proof good for one connection
 * only, so that a recorded one opens nothing; the proofs are of different uses, so that none can be
 * sent back. {@link Introduction} sends them.
 *
 * @param secret known to both ends
 * @param hello the caller's hello; what it means is up to the users of the connection
 * @param called the caller's number
 * @param answered the called one's number
 */
public record Handshake(SharedSecret secret, byte[] hello, byte[] called, byte[] answered) {

    /** Length of a random number in bytes. */
    public static final int NONCE_BYTES = 32;

    /** Length of the answer: the called one's number and proof. */
    static final int ANSWER_BYTES = NONCE_BYTES + SharedSecret.PROOF_BYTES;

    private static final String CALLER = "millrace caller";
    private static final String CALLED = "millrace called";
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Length of the caller's first message: its hello and its number. */
    public static int callBytes(int helloBytes) {
        return helloBytes + NONCE_BYTES;
    }

    /** A new random number. */
    public static byte[] nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    /** The called one's proof, for the caller. */
    public byte[] proofOfCalled() {
        return secret.prove(CALLED, hello, called, answered);
    }

    /** The caller's proof, for the called one. */
    public byte[] proofOfCaller() {
        return secret.prove(CALLER, hello, called, answered);
    }

    boolean isProofOfCalled(byte[] proof) {
        return secret.isProof(proof, CALLED, hello, called, answered);
    }

    boolean isProofOfCaller(byte[] proof) {
        return secret.isProof(proof, CALLER, hello, called, answered);
    }
}
