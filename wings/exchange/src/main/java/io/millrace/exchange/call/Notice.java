package io.millrace.exchange.call;

import io.millrace.exchange.connection.Address;
import io.millrace.exchange.secret.SharedSecret;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * The coordinator's note at the meeting place: the address at which it listens.
 *
 * @param gang the gang's number
 * @param address where it listens
 */
public record Notice(long gang, Address address) {

    private static final String USE = "millrace gang notice";
    private static final int MAX_BYTES = 4096;

    /** The notice with a proof that a worker of the gang has written it. */
    public byte[] encode(SharedSecret secret) {
        byte[] body = body();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(secret.prove(USE, body));
        out.writeBytes(body);
        return out.toByteArray();
    }

    private byte[] body() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(gang);
            address.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an array takes everything
        }
        return bytes.toByteArray();
    }

    /** Reads a notice; empty if no worker of the gang has written it. */
    public static Optional<Notice> decode(byte[] encoded, SharedSecret secret) throws IOException {
        if (encoded.length <= SharedSecret.PROOF_BYTES || encoded.length > MAX_BYTES) {
            return Optional.empty();
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded));
        byte[] proof = in.readNBytes(SharedSecret.PROOF_BYTES);
        byte[] body = in.readAllBytes();
        if (!secret.isProof(proof, USE, body)) {
            return Optional.empty();
        }
        DataInputStream fields = new DataInputStream(new ByteArrayInputStream(body));
        return Optional.of(new Notice(fields.readLong(), Address.readFrom(fields)));
    }
}
