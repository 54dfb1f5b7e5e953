package io.millrace.exchange.tcp;

import io.millrace.exchange.secret.GangSecret;
import java.security.SecureRandom;

/**
 * The exchange by which both ends of a connection prove that they have the gang's secret: the
 * caller sends its hello and a random number, the called one answers with another number and a
 * proof over all of that, and the caller with its proof. The numbers make each proof good for one
 * connection only, so that a recorded one opens nothing; the proofs are of different uses, so that
 * none can be sent back.
 *
 * @param secret the gang's
 * @param hello the caller's hello
 * @param called the caller's number
 * @param answered the called one's number
 */
record Handshake(GangSecret secret, byte[] hello, byte[] called, byte[] answered) {

    /** Length of a random number in bytes. */
    static final int NONCE_BYTES = 32;

    /** Length of the caller's first message: its hello and its number. */
    static final int CALL_BYTES = Hello.BYTES + NONCE_BYTES;

    /** Length of the answer: the called worker's number and proof. */
    static final int ANSWER_BYTES = NONCE_BYTES + GangSecret.PROOF_BYTES;

    private static final String CALLER = "millrace gang caller";
    private static final String CALLED = "millrace gang called";
    private static final SecureRandom RANDOM = new SecureRandom();

    static byte[] nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    byte[] proofOfCalled() {
        return secret.prove(CALLED, hello, called, answered);
    }

    boolean isProofOfCalled(byte[] proof) {
        return secret.isProof(proof, CALLED, hello, called, answered);
    }

    byte[] proofOfCaller() {
        return secret.prove(CALLER, hello, called, answered);
    }

    boolean isProofOfCaller(byte[] proof) {
        return secret.isProof(proof, CALLER, hello, called, answered);
    }
}
